import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";

/** A key that can be found in any text. */
export const secretKey = "kb_secret_7f3a9c51";

/** A client that calls a `fetch` of the test, once for each call. */
export function clientOf(fetch: typeof globalThis.fetch, options: ClientOptions = {}): KnowledgeBase {
  return new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: secretKey, fetch, retries: 0, ...options });
}

/** A client that always gets the same answer. */
export function clientAnswered(
  status: number,
  body: string | null,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): KnowledgeBase {
  return clientOf(async () => new Response(body, { status, headers }), options);
}

/** A client that always gets the same JSON. */
export function clientAnsweredJson(status: number, value: unknown, options: ClientOptions = {}): KnowledgeBase {
  return clientAnswered(status, JSON.stringify(value), { "content-type": "application/json" }, options);
}
