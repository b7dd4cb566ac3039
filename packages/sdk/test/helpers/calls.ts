import { type ClientOptions, type DriftEvent, KnowledgeBase } from "@knowledge-base/sdk";

/** A key that occurs in no other text. */
export const secretKey = "kb_secret_7f3a9c51";

/** Base URL of clients that have no server. */
export const baseUrl = "https://kb.example.com";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Creates a client that calls a `fetch` of the test, and logs nothing. */
export function createClient(fetch: Fetch, options: ClientOptions = {}): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey: secretKey, logLevel: "off", fetch, ...options });
}

/** Creates a client that always receives the same JSON, and lists the drift that it reports. */
export function connect(value: unknown, options: ClientOptions = {}, status = 200) {
  const drifts: DriftEvent[] = [];
  const fetch = async () => Response.json(value, { status });
  return { drifts, kb: createClient(fetch, { onDrift: (drift) => drifts.push(drift), ...options }) };
}

/** Calls the safe operation. */
export const getIndex = (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" });

/** Calls the unsafe operation. */
export const startOAuth = (kb: KnowledgeBase) => kb.oauth.start({ brainId: "b" });

/** Every operation: its id, and a call of it. */
export const everyCall: Readonly<Record<string, (kb: KnowledgeBase) => Promise<unknown>>> = {
  "promptIndex.get": getIndex,
  "channels.list": (kb) => kb.channels.list({ brainId: "b", installationId: "i" }),
  "pages.archive": (kb) => kb.pages.archive({ brainId: "b", slug: "s" }),
  "bindings.update": (kb) => kb.bindings.update({ brainId: "b", bindingId: "c", notifyBriefs: true }),
  "bindings.unbind": (kb) => kb.bindings.unbind({ brainId: "b", bindingId: "c" }),
  "oauth.start": startOAuth,
};

/** A promise that never settles. */
export const never = () => new Promise<never>(() => {});

/** An error body as the specification documents it. */
export function errorBody(statusCode: number, fields: object = {}) {
  return { statusCode, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No", ...fields };
}

/** An entry of the index as the specification documents it. */
export const indexEntry = {
  slug: "a",
  title: "A",
  summary: "",
  pageType: "topic",
  pinned: false,
  status: "active",
} as const;
