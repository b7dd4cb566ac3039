import { type ClientOptions, type DriftEvent, KnowledgeBase } from "@knowledge-base/sdk";
import { recordEverything } from "./record-everything.ts";

/** A key that occurs in no other text. */
export const secretKey = "kb_secret_7f3a9c51";

/** Base URL of clients that have no server. */
export const baseUrl = "https://kb.example.com";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Creates a client that calls a `fetch` of the test. The test fails if an event, an error or a line of the log shows the key. */
export function createClient(fetch: Fetch, options: ClientOptions = {}): KnowledgeBase {
  return new KnowledgeBase(recordEverything({ baseUrl, apiKey: secretKey, fetch, ...options }, secretKey).options);
}

/** Creates a client that always receives the same JSON, and lists the drift that it reports. */
export function connect(value: unknown, options: ClientOptions = {}, status = 200) {
  const drifts: DriftEvent[] = [];
  const fetch = async () => Response.json(value, { status });
  return { drifts, kb: createClient(fetch, { onDrift: (drift) => drifts.push(drift), ...options }) };
}

/** A promise that never settles. */
export const never = () => new Promise<never>(() => {});
