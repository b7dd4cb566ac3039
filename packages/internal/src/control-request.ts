import { writeQuery } from "./url.ts";

/** A reference server whose controls are available over HTTP. */
export interface ControlTarget {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Token of the controls; none if it is undefined or empty. */
  readonly token: string | undefined;
}

/** Header of every response of the controls. */
export const controlHeader = "x-knowledge-base-control";

/**
 * Sends a request to the controls of a reference server.
 *
 * @param path - path after `/_control/`
 * @param query - parameters of the URL, such as `organization`
 */
export function requestControl(
  { baseUrl, fetch, token }: ControlTarget,
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  init: Pick<RequestInit, "body" | "method" | "signal">,
): Promise<Response> {
  return fetch(`${baseUrl}/_control/${path}${writeQuery({}, query)}`, {
    method: "POST",
    headers: {
      ...(init.body !== undefined && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    redirect: "manual",
    ...init,
  });
}
