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
const messages: { reason: unknown; text: string; end?: string; networkCode?: string }[] = [
  { reason: new Error("proxy refused"), text: "proxy refused" },
  { reason: new Error("no v. 2.1 here."), text: "no v. 2.1 here" },
  { reason: withCode("refused", "ECONNREFUSED"), text: "refused (ECONNREFUSED)", end: unreached, networkCode: "ECONNREFUSED" },
  { reason: refused, text: "connect ECONNREFUSED", end: unreached, networkCode: "ECONNREFUSED" },
  { reason: withCause("fetch failed", withCode("x.", "ENOTFOUND")), text: "fetch failed: x (ENOTFOUND)", end: unreached, networkCode: "ENOTFOUND" },
  { reason: withCause("fetch failed", withCode("no", "CERT_HAS_EXPIRED")), text: "fetch failed: no (CERT_HAS_EXPIRED)", end: tls, networkCode: "CERT_HAS_EXPIRED" },
  { reason: withCause("fetch failed", withCause("proxy", new Error("hang up"))), text: "fetch failed: hang up" },
  { reason: new AggregateError([reset, new Error("b")], "all failed"), text: "all failed: reset (ECONNRESET)", end: failed, networkCode: "ECONNRESET" },
  { reason: Object.assign(withCause("two", refused), { code: "EFIRST" }), text: "two: connect ECONNREFUSED (EFIRST)", end: unreached, networkCode: "EFIRST" },
  { reason: withCode("odd", 5), text: "odd" },
  { reason: new TypeError("Failed to fetch"), text: "Failed to fetch" },
  { reason: withCause("odd", new Error("hang up")), text: "odd: hang up" },
  { reason: new Error("reset", { cause: new Error("reset.") }), text: "reset" },
  { reason: "no network", text: "no network" },
  { reason: new Error(), text: "fetch failed" },
  { reason: undefined, text: "fetch failed" },
];

describe("a fetch that rejects", () => {
  it.each(messages)("is a ConnectionError that says '$text'", async ({ reason, text, end = failed, networkCode }) => {
    for (const call of Object.values(operationCalls)) {
      const error = await expectRejection(ConnectionError, call(connectTo(reason)));
      expect(error.message).toMatch(/^Failed to [\w ]+: /);
      expect(error.message.replace(/^.*?: /, "")).toBe(`${text}. ${end}`);
      for (const shown of [error, JSON.parse(JSON.stringify(error))]) expect(shown.networkCode).toBe(networkCode);
    }
  });

  it.each([
    { url: "https://kb.example.com:8443/api", host: "kb.example.com:8443" },
    { url: `https://${secretKey}.example.com`, host: "[redacted].example.com" },
  ])("names the host of $url, without the rest of the URL and without the key", async ({ url, host }) => {
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
const blockedPort = "It blocks the port of baseUrl: let the service listen on another one.";

type Kind = "lost" | "never made" | "limited" | "refused";

// What `fetch` throws in each runtime: the connection was lost or never made, `fetch` has a limit of its own, or refuses the request.
// biome-ignore format: one row a line
const thrown: readonly { runtime: string; kind: Kind; reason: unknown; advice?: string }[] = [
  { runtime: "Chrome", kind: "lost", reason: withCause("Failed to fetch") },
  { runtime: "Chrome", kind: "lost", reason: withCause("network error") },
  { runtime: "Chrome with Sentry", kind: "lost", reason: withCause("Failed to fetch (kb.example.com)") },
  { runtime: "Chrome", kind: "refused", reason: withCause("Failed to execute 'fetch' on 'Window': Illegal invocation") },
  { runtime: "Firefox", kind: "lost", reason: withCause("NetworkError when attempting to fetch resource.") },
  { runtime: "Firefox with Sentry", kind: "lost", reason: withCause("NetworkError when attempting to fetch resource. (kb.example.com)") },
  { runtime: "Firefox", kind: "refused", reason: withCause("Window.fetch: Cannot convert value in record<ByteString, ByteString>") },
  { runtime: "Safari", kind: "lost", reason: stackless("Load failed") },
  { runtime: "Safari with Sentry", kind: "lost", reason: marked("Load failed") },
  { runtime: "Safari with Sentry", kind: "lost", reason: marked("Load failed (kb.example.com)") },
  { runtime: "Safari 16", kind: "lost", reason: withCause("The Internet connection appears to be offline.") },
  { runtime: "Safari", kind: "refused", reason: withCause("Type error") },
  { runtime: "React Native", kind: "lost", reason: withCause("Network request failed") },
  { runtime: "Node", kind: "lost", reason: withCause("fetch failed", withCode("other side closed", "UND_ERR_SOCKET")) },
  { runtime: "Node", kind: "lost", reason: withCause("terminated") },
  { runtime: "Node", kind: "lost", reason: Object.assign(withCause("socket hang up"), { code: "ECONNRESET" }) },
  { runtime: "Node", kind: "lost", reason: withCause("fetch failed", withCode("read ECONNRESET", "ECONNRESET")) },
  { runtime: "Node", kind: "lost", reason: withCause("fetch failed", withCode("read EHOSTUNREACH", "EHOSTUNREACH")) },
  { runtime: "Node", kind: "lost", reason: withCause("fetch failed", withCode("wrong version number", "ERR_SSL_WRONG_VERSION_NUMBER")) },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", new AggregateError([withCode("connect ECONNREFUSED ::1:1", "ECONNREFUSED")])) },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", withCode("getaddrinfo EAI_AGAIN kb.example.com", "EAI_AGAIN")) },
  { runtime: "Node", kind: "never made", reason: withCode("Connect Timeout Error", "UND_ERR_CONNECT_TIMEOUT") },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", withCode("connect EHOSTUNREACH 203.0.113.7:443", "EHOSTUNREACH")) },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", withCode("connect ETIMEDOUT 203.0.113.7:443", "ETIMEDOUT")) },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", withCode("certificate has expired", "CERT_HAS_EXPIRED")) },
  { runtime: "Node", kind: "never made", reason: withCode("Hostname/IP does not match", "ERR_TLS_CERT_ALTNAME_INVALID") },
  { runtime: "Node", kind: "never made", reason: withCode("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE") },
  { runtime: "Node", kind: "never made", reason: withCause("fetch failed", Object.assign(new DOMException("cancelled"), { cause: proxyRefusal })) },
  { runtime: "Node", kind: "limited", reason: withCause("fetch failed", withCode("Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT")) },
  { runtime: "Node", kind: "limited", reason: withCause("fetch failed", withCode("Body Timeout Error", "UND_ERR_BODY_TIMEOUT")) },
  { runtime: "Node", kind: "refused", reason: withCause("Failed to parse URL from /v1", withCode("Invalid URL", "ERR_INVALID_URL")) },
  { runtime: "Node", kind: "refused", reason: withCause("fetch failed", withCode("invalid onRequestStart method", "UND_ERR_INVALID_ARG")), advice: otherFetch },
  { runtime: "Node", kind: "refused", reason: withCause("fetch failed", withCode("expect header not supported", "UND_ERR_NOT_SUPPORTED")), advice: otherFetch },
  { runtime: "Node", kind: "refused", reason: withCause("fetch failed", new Error("bad port")), advice: blockedPort },
  { runtime: "happy-dom", kind: "never made", reason: withCode('Failed to execute "fetch()" on "Window": connect ECONNREFUSED 127.0.0.1:1') },
  { runtime: "happy-dom", kind: "never made", reason: withCode('Failed to execute "fetch()" on "Window": getaddrinfo ENOTFOUND kb.example.com') },
  { runtime: "Deno", kind: "lost", reason: withCause(`${deno}connection closed before message completed`) },
  { runtime: "Deno", kind: "never made", reason: withCause(`${deno}client error (Connect): tcp connect error: Connection refused (os error 111)`) },
  { runtime: "Deno", kind: "never made", reason: withCause(`${deno}client error (Connect): dns error: failed to lookup address information`) },
  { runtime: "Deno", kind: "refused", reason: withCause("Fetch failed: Requests to port 6000 are blocked"), advice: blockedPort },
  { runtime: "Deno", kind: "refused", reason: withCause("Url scheme 'kb' not supported") },
  { runtime: "Bun", kind: "lost", reason: withCode("The socket connection was closed unexpectedly. Pass `verbose: true`", "ECONNRESET") },
  { runtime: "Bun", kind: "lost", reason: withCode("The socket connection was closed unexpectedly.") },
  { runtime: "Bun", kind: "never made", reason: withCode("Unable to connect. Is the computer able to access the url?", "ConnectionRefused") },
  { runtime: "Bun", kind: "never made", reason: withCode("Was there a typo in the url or port?", "FailedToOpenSocket") },
  { runtime: "Bun", kind: "refused", reason: Object.assign(withCause("fetch() URL is invalid"), { code: "ERR_INVALID_URL" }) },
  { runtime: "workerd", kind: "lost", reason: withCode("Network connection lost.") },
  { runtime: "workerd", kind: "lost", reason: withCause("Network connection lost.") },
  { runtime: "workerd", kind: "lost", reason: withCode("internal error; reference = 4711") },
  { runtime: "workerd", kind: "refused", reason: withCode("The 'cache' field on 'RequestInitializerDict' is not implemented.") },
  { runtime: "a mistake", kind: "refused", reason: getThrown(() => Reflect.get(null as never, "field")) },
  { runtime: "a mistake", kind: "refused", reason: getThrown(() => JSON.parse("}")) },
  { runtime: "a mistake", kind: "refused", reason: new ReferenceError("it is not defined") },
  { runtime: "a mistake", kind: "refused", reason: getThrown(() => "x".repeat(-1)) },
];

it.each(thrown)(
  "in $runtime, a request whose fetch throws $reason was $kind",
  async ({ kind, reason, advice = "" }) => {
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
  },
);

const cyclic = new Error("cyclic");
cyclic.cause = cyclic;

// Values that are no ordinary errors.
const oddities: readonly { what: string; reason: unknown }[] = [
  { what: "empty text", reason: "" },
  { what: "null", reason: null },
  { what: "a symbol", reason: Symbol("broken") },
  { what: "an object", reason: { code: "ECONNRESET" } },
  { what: "an object without a prototype", reason: Object.assign(Object.create(null), { message: "bare" }) },
  { what: "a DOMException", reason: new DOMException("The operation was aborted.", "AbortError") },
  { what: "a frozen error", reason: Object.freeze(new Error("frozen")) },
  { what: "an error that is its own cause", reason: cyclic },
  { what: "an error whose message is no text", reason: Object.assign(new Error("x"), { message: { deep: true } }) },
  { what: "a response", reason: new Response("not thrown") },
  {
    what: "an error of another client",
    reason: new (class extends KnowledgeBaseError {
      override readonly name = "InputError" as const;
      readonly code = "input";
    })({ message: "it was the other one." }),
  },
];

it.each(oddities)("a fetch that throws $what fails with an error that can be shown", async ({ reason }) => {
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

it.each<{ cause: unknown; json: unknown }>([
  {
    cause: Object.assign(new TypeError("a"), { code: "E", errno: -111 }),
    json: { name: "TypeError", message: "a", code: "E" },
  },
  { cause: Object.assign(new Error("a"), { code: 5 }), json: { name: "Error", message: "a" } },
  { cause: { name: 1, message: null }, json: {} },
  { cause: "left", json: "left" },
  { cause: 5, json: "5" },
])("a cause is $json in JSON, with only a name, a message and a code", ({ cause, json }) => {
  const error = new ConnectionError({ message: "Failed.", cause });
  expect(error.toJSON()["cause"]).toStrictEqual(json);
  const revived = reviveError(error.toJSON());
  if (typeof json === "string") expect(revived?.cause).toBe(json);
  else expect(revived?.cause).toMatchObject({ name: "Error", message: "", ...Object(json) });
});

it.each([
  { name: "a response", create: () => createClient(respond("No", 403)) },
  { name: "a connection", create: () => connectTo(new TypeError("fetch failed")) },
  { name: "a key", create: () => createClient(fetch, { apiKey: () => "" }) },
])("the stack of the error of $name leads to the line that awaited the call", async ({ create }) => {
  for (const read of ["then", "withResponse", "asResponse"] as const) {
    const handleRequestOfUser = async () => {
      const call = getIndex(create());
      await (read === "then" ? call : call[read]());
    };
    expect((await expectRejection(Error, handleRequestOfUser())).stack).toContain("handleRequestOfUser");
  }
});
