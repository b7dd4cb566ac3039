import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";

/** A key that occurs in no other text. */
export const secretKey = "kb_secret_7f3a9c51";

/** Creates a client that calls a `fetch` of the test, without retries. */
export function createClient(fetch: typeof globalThis.fetch, options: ClientOptions = {}): KnowledgeBase {
  return new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: secretKey, fetch, retries: 0, ...options });
}

/** Creates a client that always receives the same response. */
export function createClientWithResponse(
  status: number,
  body: string | null,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): KnowledgeBase {
  return createClient(async () => new Response(body, { status, headers }), options);
}

/** Creates a client that always receives the same JSON. */
export function createClientWithJson(status: number, value: unknown, options: ClientOptions = {}): KnowledgeBase {
  return createClientWithResponse(status, JSON.stringify(value), { "content-type": "application/json" }, options);
}
