import type { ReferenceServer } from "@knowledge-base/server";

/** What a test looks at of a response. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a test may say about a request. */
export interface Sending {
  /** Key to send, or null for none. */
  readonly key?: string | null;
  /** Value to send as a JSON body. */
  readonly json?: unknown;
  /** Text to send as a JSON body. */
  readonly text?: string;
  /** Content type of the body. */
  readonly contentType?: string;
}

/** Sends a request, such as `send(server, "GET /v1/brains/brain_tides/index")`, with the server's own key. */
export async function send(
  server: Pick<ReferenceServer, "fetch" | "baseUrl" | "apiKey">,
  methodAndPath: string,
  {
    key = server.apiKey,
    json,
    text = json === undefined ? undefined : JSON.stringify(json),
    contentType,
  }: Sending = {},
): Promise<Answer> {
  const [method = "", path = ""] = methodAndPath.split(" ");
  const headers = new Headers();
  if (key !== null) headers.set("x-api-key", key);
  if (text !== undefined) headers.set("content-type", contentType ?? "application/json");
  const response = await server.fetch(server.baseUrl + path, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  });
  return { status: response.status, body: await response.json() };
}
