import { ConnectionError, isKnowledgeBaseError, KnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { createClient, secretKey } from "./helpers/calls.ts";
import { getIndex, operationCalls } from "./helpers/operation-calls.ts";

const failed = "The connection to kb.example.com failed.";
const unreached = "kb.example.com could not be reached: check baseUrl and proxies.";
const tls = "The connection to kb.example.com failed: check https: in baseUrl, and the certificate.";

const withCode = (message: string, code: unknown) => Object.assign(new Error(message), { code });

/** What a fetch may reject with, and what the message says about it. */
const messages: readonly (readonly [reason: unknown, text: string, end?: string])[] = [
  [new Error("proxy refused"), "proxy refused"],
  [new Error("no v. 2.1 here."), "no v. 2.1 here"],
  [withCode("refused", "ECONNREFUSED"), "refused (ECONNREFUSED)", unreached],
  [withCode("connect ECONNREFUSED", "ECONNREFUSED"), "connect ECONNREFUSED", unreached],
  [new TypeError("fetch failed", { cause: withCode("x.", "ENOTFOUND") }), "fetch failed: x (ENOTFOUND)", unreached],
  [
    new TypeError("fetch failed", { cause: withCode("no", "CERT_HAS_EXPIRED") }),
    "fetch failed: no (CERT_HAS_EXPIRED)",
    tls,
  ],
  [
    new TypeError("fetch failed", { cause: new Error("proxy", { cause: new Error("hang up") }) }),
    "fetch failed: hang up",
  ],
  [
    new AggregateError([withCode("reset", "ECONNRESET"), new Error("b")], "all failed"),
    "all failed: reset (ECONNRESET)",
  ],
  [new TypeError("Failed to fetch"), "Failed to fetch"],
  [new TypeError("odd", { cause: new Error("hang up") }), "odd: hang up"],
  [new Error("reset", { cause: new Error("reset.") }), "reset"],
  [new Error(`no ${secretKey}`, { cause: new Error(`${secretKey}?`) }), "no [redacted]: [redacted]?"],
  ["no network", "no network"],
  [new Error(), "fetch failed"],
  [undefined, "fetch failed"],
];

describe("a fetch that rejects", () => {
  it.each(messages.map(([reason, text, end = failed]): [unknown, string] => [reason, `${text}. ${end}`]))(
    "with %o is a ConnectionError that says why: %s",
    async (reason, problem) => {
      const kb = createClient(() => Promise.reject(reason), { retries: 0 });
      for (const call of Object.values(operationCalls)) {
        const error = await expectRejection(ConnectionError, call(kb));
        expect(error.message).toMatch(/^Failed to [\w ]+: /);
        expect(error.message.replace(/^.*?: /, "")).toBe(problem);
      }
    },
  );

  it("names the host, without the rest of the URL and without the key", async () => {
    for (const [baseUrl, host] of [
      ["https://kb.example.com:8443/api", "kb.example.com:8443"],
      [`https://${secretKey}.example.com`, "[redacted].example.com"],
    ] as const) {
      const kb = createClient(() => Promise.reject(new TypeError("fetch failed")), { baseUrl, retries: 0 });
      const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b", limit: 5 }));
      expect(error.message).toBe(`Failed to get the prompt index: fetch failed. The connection to ${host} failed.`);
    }
  });
});

const cyclic = new Error("cyclic");
cyclic.cause = cyclic;

const throwing = (field: string): unknown =>
  Object.defineProperty(new Error("hostile"), field, {
    get() {
      throw new Error(`the getter of ${field} throws`);
    },
  });

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

/** Values that are no ordinary errors. */
const oddities: Readonly<Record<string, unknown>> = {
  "empty text": "",
  zero: 0,
  null: null,
  "a symbol": Symbol("broken"),
  "a bigint": 1n,
  "a function": () => {},
  "an object": { code: "ECONNRESET", request: { headers: { "x-api-key": secretKey } } },
  "an object without a prototype": Object.assign(Object.create(null), { message: "bare" }),
  "a list of errors": [new Error("one"), new Error("other")],
  "a DOMException": new DOMException("The operation was aborted.", "AbortError"),
  "a frozen error": Object.freeze(new Error("frozen")),
  "an error that is its own cause": cyclic,
  "an error whose message is no text": Object.assign(new Error("x"), { message: { deep: true } }),
  "an error whose code is no text": withCode("x", 5),
  "a response": new Response("not thrown"),
  "an error whose code cannot be read": throwing("code"),
  "an error whose message cannot be read": throwing("message"),
  "an error whose cause cannot be read": throwing("cause"),
  "a revoked proxy": revoked,
  "an error of another client": new (class extends KnowledgeBaseError {
    override readonly name = "InputError" as const;
    readonly code = "input";
  })({ message: "it was the other one." }),
};

describe.each(Object.entries(oddities))("a fetch that rejects with, or throws, %s", (_, reason) => {
  it("is a ConnectionError that can be shown", async () => {
    const fetches = [
      () => Promise.reject(reason),
      () => {
        throw reason;
      },
    ];
    for (const fetch of fetches) {
      const { error, attempts } = await getIndex(createClient(fetch, { retries: 1, random: () => 0 })).safe();
      expect(isKnowledgeBaseError(error, "connection")).toBe(true);
      expect(error).toMatchObject({ operation: "promptIndex.get", stopReason: "retries_exhausted" });
      expect(attempts).toHaveLength(2);
      expect(error?.message).toMatch(/^Failed to get the prompt index: .+\.$/);
      expect(JSON.stringify([error, error?.cause, error?.stack])).not.toContain(secretKey);
      expect([undefined, "Error"]).toContain(error?.cause && Object.getPrototypeOf(error.cause).constructor.name);
    }
  });
});
