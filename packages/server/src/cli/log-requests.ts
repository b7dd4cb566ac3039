import type { Fetch } from "../adapters/fetch.ts";

/** Tells of each request that was answered, in a line such as `200 GET /v1/brains/brain_operations/index`. */
export function logRequests(fetch: Fetch, print: (line: string) => void): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const line = `${request.method} ${pathOf(request)}`;
    try {
      const response = await fetch(request);
      print(`${response.status} ${line}`);
      return response;
    } catch (error) {
      print(`--- ${line}`);
      throw error;
    }
  };
}

/** The path of a request, without its query. A key that was put into it by mistake is not told. */
function pathOf({ url, headers }: Request): string {
  const { pathname } = new URL(url);
  const key = headers.get("x-api-key");
  return key ? pathname.replaceAll(encodeURIComponent(key), "[redacted]") : pathname;
}
