import { type ClientOptions, type DriftEvent, KnowledgeBase } from "@knowledge-base/sdk";
import { recordEverything } from "./print-everything.ts";

type Fetch = typeof globalThis.fetch;

/** A key that occurs in no other text. */
export const secretKey = "kb_secret_7f3a9c51";

/** Base URL of clients whose `fetch` is one of the test. */
export const baseUrl = "https://kb.example.com";

/** Creates a client that calls a `fetch` of the test, without retries. */
export function createClient(fetch: ClientOptions["fetch"], options: ClientOptions = {}): KnowledgeBase {
  return createRecordedClient(fetch, options).kb;
}

/**
 * Creates a client like {@link createClient}, and lists its events and the lines of its log. The test fails if one of them
 * shows the key.
 */
export function createRecordedClient(fetch: ClientOptions["fetch"], given: ClientOptions = {}, key = secretKey) {
  const { records, options } = recordEverything({ baseUrl, apiKey: key, fetch, retries: 0, ...given }, key);
  return { records, kb: new KnowledgeBase(options) };
}

/** Creates a client that always receives the same JSON, and lists its requests and the drift that it reports. */
export function createJsonClient(value: unknown = [], options: ClientOptions = {}, status = 200) {
  const drifts: DriftEvent[] = [];
  const { requests, fetch } = recordRequests(respondJson(value, status));
  return { requests, drifts, kb: createClient(fetch, { onDrift: (drift) => drifts.push(drift), ...options }) };
}

type Headers = Readonly<Record<string, string>>;

/** Creates a `fetch` that always responds with the same body. */
export function respond(body: BodyInit | null = null, status = 200, headers: Headers = {}) {
  return async () => new Response(body, { status, headers });
}

/** Creates a `fetch` that always responds with the same JSON. */
export function respondJson(value: unknown, status = 200, headers: Headers = {}) {
  return async () => Response.json(value, { status, headers });
}

/** A promise that never settles. */
export const never = () => new Promise<never>(() => {});

/** A request as it left the client. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** The body as text, or null if the request has none. */
  readonly body: string | null;
}

/** Creates a `fetch` that records each request and forwards it. */
export function recordRequests(forward: Fetch) {
  const requests: SentRequest[] = [];
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const body = request.body === null ? null : await request.clone().text();
    requests.push({ method, url, headers: Object.fromEntries(request.headers), body });
    return forward(request);
  };
  return { requests: requests as readonly SentRequest[], fetch };
}
