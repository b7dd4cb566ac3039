import { ConnectionError, isKnowledgeBaseError, KnowledgeBaseError, reviveError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, respond, secretKey } from "./helpers/client.ts";
import { getIndex, operationCalls } from "./helpers/operation-calls.ts";
import { expectRejection, getRejection } from "./helpers/rejections.ts";

const failed = "The connection to kb.example.com failed.";
const unreached = "kb.example.com could not be reached: check baseUrl and proxies.";
const tls = "The connection to kb.example.com failed: check https: in baseUrl, and the certificate.";

const withCode = (message: string, code: unknown) => Object.assign(new Error(message), { code });
const withCause = (message: string, cause: unknown) => new TypeError(message, { cause });
const refused = withCode("connect ECONNREFUSED", "ECONNREFUSED");
const connectTo = (reason: unknown, options = {}) => createClient(() => Promise.reject(reason), options);

/** What a fetch may reject with, what the message says about it, and the code of the network. */
// biome-ignore format: one row a line
const messages: [reason: unknown, text: string, end?: string, networkCode?: string][] = [
  [new Error("proxy refused"), "proxy refused"],
  [new Error("no v. 2.1 here."), "no v. 2.1 here"],
  [withCode("refused", "ECONNREFUSED"), "refused (ECONNREFUSED)", unreached, "ECONNREFUSED"],
  [refused, "connect ECONNREFUSED", unreached, "ECONNREFUSED"],
  [withCause("fetch failed", withCode("x.", "ENOTFOUND")), "fetch failed: x (ENOTFOUND)", unreached, "ENOTFOUND"],
  [withCause("fetch failed", withCode("no", "CERT_HAS_EXPIRED")), "fetch failed: no (CERT_HAS_EXPIRED)", tls, "CERT_HAS_EXPIRED"],
  [withCause("fetch failed", withCause("proxy", new Error("hang up"))), "fetch failed: hang up"],
  [new AggregateError([withCode("reset", "ECONNRESET"), new Error("b")], "all failed"), "all failed: reset (ECONNRESET)", failed, "ECONNRESET"],
  [Object.assign(withCause("two", refused), { code: "EFIRST" }), "two: connect ECONNREFUSED (EFIRST)", unreached, "EFIRST"],
  [withCode("odd", 5), "odd"],
  [new TypeError("Failed to fetch"), "Failed to fetch"],
  [withCause("odd", new Error("hang up")), "odd: hang up"],
  [new Error("reset", { cause: new Error("reset.") }), "reset"],
  ["no network", "no network"],
  [new Error(), "fetch failed"],
  [undefined, "fetch failed"],
];

describe("a fetch that rejects", () => {
  it.each(messages)(
    "with %o is a ConnectionError that says why: %s",
    async (reason: unknown, text: string, end = failed, networkCode?: string) => {
      for (const call of Object.values(operationCalls)) {
        const error = await expectRejection(ConnectionError, call(connectTo(reason)));
        expect(error.message).toMatch(/^Failed to [\w ]+: /);
        expect(error.message.replace(/^.*?: /, "")).toBe(`${text}. ${end}`);
        expect([error.networkCode, JSON.parse(JSON.stringify(error)).networkCode]).toEqual([networkCode, networkCode]);
      }
    },
  );

  it.each([
    ["https://kb.example.com:8443/api", "kb.example.com:8443"],
    [`https://${secretKey}.example.com`, "[redacted].example.com"],
  ])("names the host of %s, without the rest of the URL and without the key", async (url, host) => {
    const kb = connectTo(new TypeError("fetch failed"), { baseUrl: url });
    const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b", limit: 5 }));
    expect(error.message).toBe(`Failed to get the prompt index: fetch failed. The connection to ${host} failed.`);
  });

  it("has a cause with which a program can tell the reason", async () => {
    const cause = withCause("fetch failed", new Error("inner", { cause: refused }));
    const error = await expectRejection(ConnectionError, getIndex(connectTo(cause)));
    expect(error.cause).toBe(cause);
  });
});

const cyclic = new Error("cyclic");
cyclic.cause = cyclic;

/** Values that are no ordinary errors. */
const oddities: Readonly<Record<string, unknown>> = {
  "empty text": "",
  null: null,
  "a symbol": Symbol("broken"),
  "an object": { code: "ECONNRESET" },
  "an object without a prototype": Object.assign(Object.create(null), { message: "bare" }),
  "a DOMException": new DOMException("The operation was aborted.", "AbortError"),
  "a frozen error": Object.freeze(new Error("frozen")),
  "an error that is its own cause": cyclic,
  "an error whose message is no text": Object.assign(new Error("x"), { message: { deep: true } }),
  "a response": new Response("not thrown"),
  "an error of another client": new (class extends KnowledgeBaseError {
    override readonly name = "InputError" as const;
    readonly code = "input";
  })({ message: "it was the other one." }),
};

it.each(Object.entries(oddities))(
  "a fetch that rejects with, or throws, %s is an error that can be shown",
  async (_, reason) => {
    const fail = () => {
      throw reason;
    };
    for (const fetch of [async () => fail(), fail]) {
      const { error, attempts } = await getIndex(createClient(fetch, { retries: 1, random: () => 0 })).safe();
      expect(isKnowledgeBaseError(error, "connection")).toBe(true);
      expect(error).toMatchObject({ operation: "promptIndex.get", stopReason: "retries_exhausted" });
      expect(attempts).toHaveLength(2);
      expect(error?.message).toMatch(/^Failed to get the prompt index: .+\.$/);
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "connection" });
    }
  },
);

it.each<[unknown, unknown]>([
  [Object.assign(new TypeError("a"), { code: "E", errno: -111 }), { name: "TypeError", message: "a", code: "E" }],
  [Object.assign(new Error("a"), { code: 5 }), { name: "Error", message: "a" }],
  [{ name: 1, message: null }, {}],
  ["left", "left"],
  [5, "5"],
])("a cause has only a name, a message and a code in JSON: %#", (cause, json) => {
  const error = new ConnectionError({ message: "Failed.", cause });
  expect(error.toJSON()["cause"]).toStrictEqual(json);
  const revived = reviveError(error.toJSON());
  if (typeof json === "string") expect(revived?.cause).toBe(json);
  else expect(revived?.cause).toMatchObject({ name: "Error", message: "", ...Object(json) });
});

it.each([
  ["a response", () => createClient(respond("No", 403))],
  ["a connection", () => connectTo(new TypeError("fetch failed"))],
  ["a key", () => createClient(fetch, { apiKey: () => "" })],
])("the stack of an error leads to the line that awaited the call: %s", async (_, create) => {
  for (const read of ["then", "withResponse", "asResponse"] as const) {
    const handleRequestOfUser = async () => {
      const call = getIndex(create());
      await (read === "then" ? call : call[read]());
    };
    expect(((await getRejection(handleRequestOfUser())) as Error).stack).toContain("handleRequestOfUser");
  }
});
