import type { ReferenceServer } from "@knowledge-base/server";

/** Status and parsed body of a response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface SendOptions {
  /** API key; null for no key. */
  readonly key?: string | null;
  /** Body, to be serialized as JSON. */
  readonly json?: unknown;
  /** Body as text. */
  readonly text?: string;
  /** Content type of the body. */
  readonly contentType?: string;
}

/** Sends a request, such as `send(server, "GET /v1/brains/brain_tides/index")`, by default with the server's own key. */
export async function send(
  server: Pick<ReferenceServer, "fetch" | "baseUrl" | "apiKey">,
  methodAndPath: string,
  {
    key = server.apiKey,
    json,
    text = json === undefined ? undefined : JSON.stringify(json),
    contentType,
  }: SendOptions = {},
): Promise<ReceivedResponse> {
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
