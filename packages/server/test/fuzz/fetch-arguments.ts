import type { AnyRequest } from "./any-request.ts";
import type { ReceivedResponse } from "./find-response-problem.ts";

/** The arguments of `fetch` for a request. */
export function argumentsOf({ method, path, query, headers, body }: AnyRequest): [url: string, init: RequestInit] {
  const url = path.startsWith("http:") ? path + query : `https://knowledge-base.test${path}${query}`;
  return [
    url,
    {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body !== null && { body }),
    },
  ];
}

/** The `Request` of the arguments; undefined if the platform rejects them. */
export function requestOf(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init);
  } catch {
    return undefined;
  }
}

/** Reads a response. */
export async function readResponse(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, contentType: response.headers.get("content-type"), text: await response.text() };
}
