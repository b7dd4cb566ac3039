import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { recordEverything } from "./helpers/record-everything.ts";

/** A key that occurs in no other text. */
export const secretKey = "kb_secret_7f3a9c51";

/** Base URL of clients whose `fetch` is one of the test. */
export const baseUrl = "https://kb.example.com";

/**
 * Creates a client that calls a `fetch` of the test, without retries. The test fails if an event, an error or a line of
 * the log shows the key.
 */
export function createClient(fetch: ClientOptions["fetch"], options: ClientOptions = {}): KnowledgeBase {
  const given = { baseUrl, apiKey: secretKey, fetch, retries: 0, ...options };
  return new KnowledgeBase(recordEverything(given, secretKey).options);
}
