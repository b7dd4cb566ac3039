import { ConnectionError, isKnowledgeBaseError, KnowledgeBaseError, reviveError } from "@knowledge-base/sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, respond, secretKey } from "../helpers/client.ts";
import { getIndex, operationCalls, startOAuth } from "../helpers/operation-calls.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

const failed = "The connection to kb.example.com failed.";
const unreached = "kb.example.com could not be reached: check baseUrl and proxies.";
const tls = "The connection to kb.example.com failed: check https: in baseUrl, and the certificate.";

const withCode = (message: string, code?: unknown) => Object.assign(new Error(message), { code });
const withCause = (message: string, cause?: unknown) => new TypeError(message, cause === undefined ? {} : { cause });
const refused = withCode("connect ECONNREFUSED", "ECONNREFUSED");
const reset = withCode("reset", "ECONNRESET");
const connectTo = (reason: unknown, options = {}) => createClient(() => Promise.reject(reason), options);

// What a fetch may reject with, what the message says about it, and the code of the network.
// biome-ignore format: one row a line
const messages: [reason: unknown, text: string, end?: string, networkCode?: string][] = [
  [new Error("proxy refused"), "proxy refused"],
  [new Error("no v. 2.1 here."), "no v. 2.1 here"],
  [withCode("refused", "ECONNREFUSED"), "refused (ECONNREFUSED)", unreached, "ECONNREFUSED"],
  [refused, "connect ECONNREFUSED", unreached, "ECONNREFUSED"],
  [withCause("fetch failed", withCode("x.", "ENOTFOUND")), "fetch failed: x (ENOTFOUND)", unreached, "ENOTFOUND"],
  [withCause("fetch failed", withCode("no", "CERT_HAS_EXPIRED")), "fetch failed: no (CERT_HAS_EXPIRED)", tls, "CERT_HAS_EXPIRED"],
  [withCause("fetch failed", withCause("proxy", new Error("hang up"))), "fetch failed: hang up"],
  [new AggregateError([reset, new Error("b")], "all failed"), "all failed: reset (ECONNRESET)", failed, "ECONNRESET"],
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
  it.each(messages)("is a ConnectionError that says: $1", async (reason, text, end = failed, networkCode) => {
    for (const call of Object.values(operationCalls)) {
      const error = await expectRejection(ConnectionError, call(connectTo(reason)));
      expect(error.message).toMatch(/^Failed to [\w ]+: /);
      expect(error.message.replace(/^.*?: /, "")).toBe(`${text}. ${end}`);
      for (const shown of [error, JSON.parse(JSON.stringify(error))]) expect(shown.networkCode).toBe(networkCode);
    }
  });

  it.each([
    ["https://kb.example.com:8443/api", "kb.example.com:8443"],
    [`https://${secretKey}.example.com`, "[redacted].example.com"],
  ])("names the host of %s, without the rest of the URL and without the key", async (url, host) => {
    const kb = connectTo(new TypeError("fetch failed"), { baseUrl: url });
    const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b", limit: 5 }));
    expect(error.message).toBe(`Failed to get the prompt index: fetch failed. The connection to ${host} failed.`);
  });
});

// Safari's errors of the network have no stack.
const stackless = (message: string) => Object.defineProperty(withCause(message), "stack", { value: undefined });
// Sentry adds a stack and a mark.
const marked = (message: string) => Object.defineProperty(withCause(message), "__sentry_captured__", { value: true });
const deno = "error sending request for url (https://kb.example.com/): ";

const proxyRefusal = withCode("Proxy response (407) !== 200 when HTTP Tunneling", "UND_ERR_ABORTED");
const otherFetch = "set the option fetch, too";

type Kind = "lost" | "never made" | "limited" | "refused";

// What `fetch` throws in each runtime: the connection was lost or never made, `fetch` has a limit of its own, or refuses the request.
// biome-ignore format: one row a line
const thrown: readonly [runtime: string, kind: Kind, reason: unknown, advice?: string][] = [
  ["Chrome", "lost", withCause("Failed to fetch")],
  ["Chrome", "lost", withCause("network error")],
  ["Chrome with Sentry", "lost", withCause("Failed to fetch (kb.example.com)")],
  ["Chrome", "refused", withCause("Failed to execute 'fetch' on 'Window': Illegal invocation")],
  ["Firefox", "lost", withCause("NetworkError when attempting to fetch resource.")],
  ["Firefox with Sentry", "lost", withCause("NetworkError when attempting to fetch resource. (kb.example.com)")],
  ["Firefox", "refused", withCause("Window.fetch: Cannot convert value in record<ByteString, ByteString>")],
  ["Safari", "lost", stackless("Load failed")],
  ["Safari with Sentry", "lost", marked("Load failed")],
  ["Safari with Sentry", "lost", marked("Load failed (kb.example.com)")],
  ["Safari 16", "lost", withCause("The Internet connection appears to be offline.")],
  ["Safari", "refused", withCause("Type error")],
  ["React Native", "lost", withCause("Network request failed")],
  ["Node", "lost", withCause("fetch failed", withCode("other side closed", "UND_ERR_SOCKET"))],
  ["Node", "lost", withCause("terminated")],
  ["Node", "lost", Object.assign(withCause("socket hang up"), { code: "ECONNRESET" })],
  ["Node", "lost", withCause("fetch failed", withCode("read ECONNRESET", "ECONNRESET"))],
  ["Node", "lost", withCause("fetch failed", withCode("read EHOSTUNREACH", "EHOSTUNREACH"))],
  ["Node", "lost", withCause("fetch failed", withCode("wrong version number", "ERR_SSL_WRONG_VERSION_NUMBER"))],
  ["Node", "never made", withCause("fetch failed", new AggregateError([withCode("connect ECONNREFUSED ::1:1", "ECONNREFUSED")]))],
  ["Node", "never made", withCause("fetch failed", withCode("getaddrinfo EAI_AGAIN kb.example.com", "EAI_AGAIN"))],
  ["Node", "never made", withCode("Connect Timeout Error", "UND_ERR_CONNECT_TIMEOUT")],
  ["Node", "never made", withCause("fetch failed", withCode("connect EHOSTUNREACH 203.0.113.7:443", "EHOSTUNREACH"))],
  ["Node", "never made", withCause("fetch failed", withCode("connect ETIMEDOUT 203.0.113.7:443", "ETIMEDOUT"))],
  ["Node", "never made", withCause("fetch failed", withCode("certificate has expired", "CERT_HAS_EXPIRED"))],
  ["Node", "never made", withCode("Hostname/IP does not match", "ERR_TLS_CERT_ALTNAME_INVALID")],
  ["Node", "never made", withCode("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE")],
  ["Node", "never made", withCause("fetch failed", Object.assign(new DOMException("cancelled"), { cause: proxyRefusal }))],
  ["Node", "limited", withCause("fetch failed", withCode("Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT"))],
  ["Node", "limited", withCause("fetch failed", withCode("Body Timeout Error", "UND_ERR_BODY_TIMEOUT"))],
  ["Node", "refused", withCause("Failed to parse URL from /v1", withCode("Invalid URL", "ERR_INVALID_URL"))],
  ["Node", "refused", withCause("fetch failed", withCode("invalid onRequestStart method", "UND_ERR_INVALID_ARG")), otherFetch],
  ["Node", "refused", withCause("fetch failed", withCode("expect header not supported", "UND_ERR_NOT_SUPPORTED")), otherFetch],
  ["happy-dom", "never made", withCode('Failed to execute "fetch()" on "Window": connect ECONNREFUSED 127.0.0.1:1')],
  ["happy-dom", "never made", withCode('Failed to execute "fetch()" on "Window": getaddrinfo ENOTFOUND kb.example.com')],
  ["Deno", "lost", withCause(`${deno}connection closed before message completed`)],
  ["Deno", "never made", withCause(`${deno}client error (Connect): tcp connect error: Connection refused (os error 111)`)],
  ["Deno", "never made", withCause(`${deno}client error (Connect): dns error: failed to lookup address information`)],
  ["Deno", "refused", withCause("Url scheme 'kb' not supported")],
  ["Bun", "lost", withCode("The socket connection was closed unexpectedly. Pass `verbose: true`", "ECONNRESET")],
  ["Bun", "lost", withCode("The socket connection was closed unexpectedly.")],
  ["Bun", "never made", withCode("Unable to connect. Is the computer able to access the url?", "ConnectionRefused")],
  ["Bun", "never made", withCode("Was there a typo in the url or port?", "FailedToOpenSocket")],
  ["Bun", "refused", Object.assign(withCause("fetch() URL is invalid"), { code: "ERR_INVALID_URL" })],
  ["workerd", "lost", withCode("Network connection lost.")],
  ["workerd", "lost", withCause("Network connection lost.")],
  ["workerd", "lost", withCode("internal error; reference = 4711")],
  ["workerd", "refused", withCode("The 'cache' field on 'RequestInitializerDict' is not implemented.")],
  ["a mistake", "refused", getThrown(() => Reflect.get(null as never, "field"))],
  ["a mistake", "refused", getThrown(() => JSON.parse("}"))],
  ["a mistake", "refused", new ReferenceError("it is not defined")],
  ["a mistake", "refused", getThrown(() => "x".repeat(-1))],
];

it.each(thrown)("a failure of fetch in %s is classified as %s: $2", async (_, kind, reason, advice = "") => {
  const fetch = vi.fn(() => Promise.reject(reason));
  const kb = createClient(fetch, { retries: 2, random: () => 0 });
  const [safe, unsafe] = [await getIndex(kb).safe(), await startOAuth(kb).safe()];
  const code = { lost: "connection", "never made": "connection", limited: "timeout", refused: "configuration" }[kind];
  for (const { error } of [safe, unsafe]) {
    expect(error?.cause).toBe(reason);
    expect(error).toMatchObject({ code, ...(kind === "limited" && { limit: "fetch" }) });
    expect(error?.message.includes("fetch does not send this request")).toBe(kind === "refused");
    expect(error?.message).toContain(advice);
  }
  expect(safe.attempts).toHaveLength(kind === "refused" ? 1 : 3);
  expect(unsafe.attempts).toHaveLength(kind === "never made" ? 3 : 1);
  expect(fetch).toHaveBeenCalledTimes(safe.attempts.length + unsafe.attempts.length);
});

const cyclic = new Error("cyclic");
cyclic.cause = cyclic;

// Values that are no ordinary errors.
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

it.each(Object.entries(oddities))("a fetch that throws %s fails with an error that can be shown", async (_, reason) => {
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
});

it.each<[unknown, unknown]>([
  [Object.assign(new TypeError("a"), { code: "E", errno: -111 }), { name: "TypeError", message: "a", code: "E" }],
  [Object.assign(new Error("a"), { code: 5 }), { name: "Error", message: "a" }],
  [{ name: 1, message: null }, {}],
  ["left", "left"],
  [5, "5"],
])("a cause has only a name, a message and a code in JSON: $1", (cause, json) => {
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
    expect((await expectRejection(Error, handleRequestOfUser())).stack).toContain("handleRequestOfUser");
  }
});
