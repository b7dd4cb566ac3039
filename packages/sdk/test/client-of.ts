import { KnowledgeBase } from "@knowledge-base/sdk";

/** A key that can be found in any text. */
export const secretKey = "kb_secret_7f3a9c51";

/** A client that calls a `fetch` of the test. */
export function clientOf(fetch: typeof globalThis.fetch): KnowledgeBase {
  return new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: secretKey, fetch });
}

/** A client that always gets the same answer. */
export function clientAnswered(status: number, body: string | null, headers: Record<string, string> = {}) {
  return clientOf(async () => new Response(body, { status, headers }));
}

/** A client that always gets the same JSON. */
export function clientAnsweredJson(status: number, value: unknown): KnowledgeBase {
  return clientAnswered(status, JSON.stringify(value), { "content-type": "application/json" });
}
