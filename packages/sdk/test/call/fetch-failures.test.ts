import { ConnectionError, isKnowledgeBaseError, KnowledgeBaseError, reviveError } from "@knowledge-base/sdk";
import { expect, it, vi } from "vitest";
import { createClient, respond, secretKey } from "../helpers/client.ts";
import { getIndex, operationCalls, startOAuth } from "../helpers/operation-calls.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

const withCode = (message: string, code?: unknown) => Object.assign(new Error(message), { code });
const withCause = (message: string, cause?: unknown) => new TypeError(message, cause === undefined ? {} : { cause });
const refused = withCode("connect ECONNREFUSED", "ECONNREFUSED");
const reset = withCode("reset", "ECONNRESET");
const connectTo = (reason: unknown, options = {}) => createClient(() => Promise.reject(reason), options);

const inFetch = (message: string, code: string) => withCause("fetch failed", withCode(message, code));
const both = Object.assign(withCause("two", refused), { code: "EFIRST" });

const failed = "The connection to kb.example.com failed.";
const unreached = "kb.example.com could not be reached: check baseUrl and proxies.";
const tls = "The connection to kb.example.com failed: check https: in baseUrl, and the certificate.";

// What a fetch may reject with, what the message says about it, and the code of the network.
// biome-ignore format: one row a line
const messages: readonly { reason: unknown; text: string; code?: string; end?: string }[] = [
  { reason: new Error("proxy refused"), text: "proxy refused" },
  { reason: new Error("no v. 2.1 here."), text: "no v. 2.1 here" },
  { reason: withCode("refused", "ECONNREFUSED"), text: "refused (ECONNREFUSED)", code: "ECONNREFUSED", end: unreached },
  { reason: refused, text: "connect ECONNREFUSED", code: "ECONNREFUSED", end: unreached },
  { reason: inFetch("x.", "ENOTFOUND"), text: "fetch failed: x (ENOTFOUND)", code: "ENOTFOUND", end: unreached },
  { reason: inFetch("no", "CERT_HAS_EXPIRED"), text: "fetch failed: no (CERT_HAS_EXPIRED)", code: "CERT_HAS_EXPIRED", end: tls },
  { reason: withCause("fetch failed", withCause("proxy", new Error("hang up"))), text: "fetch failed: hang up" },
  { reason: new AggregateError([reset, new Error("b")], "all failed"), text: "all failed: reset (ECONNRESET)", code: "ECONNRESET" },
  { reason: both, text: "two: connect ECONNREFUSED (EFIRST)", code: "EFIRST", end: unreached },
  { reason: withCode("odd", 5), text: "odd" },
  { reason: new TypeError("Failed to fetch"), text: "Failed to fetch" },
  { reason: withCause("odd", new Error("hang up")), text: "odd: hang up" },
  { reason: new Error("reset", { cause: new Error("reset.") }), text: "reset" },
  { reason: "no network", text: "no network" },
  { reason: new Error(), text: "fetch failed" },
  { reason: undefined, text: "fetch failed" },
];

it.each(messages)("a fetch that rejects causes the error '$text'", async ({ reason, text, code, end = failed }) => {
  for (const call of Object.values(operationCalls)) {
    const error = await expectRejection(ConnectionError, call(connectTo(reason)));
    expect(error.message).toMatch(/^Failed to [\w ]+: /);
    expect(error.message.replace(/^.*?: /, "")).toBe(`${text}. ${end}`);
    for (const shown of [error, JSON.parse(JSON.stringify(error))]) expect(shown.networkCode).toBe(code);
  }
});

it.each([
  { url: "https://kb.example.com:8443/api", host: "kb.example.com:8443" },
  { url: `https://${secretKey}.example.com`, host: "[redacted].example.com" },
])("a fetch that rejects names the host of $url alone", async ({ url, host }) => {
  const kb = connectTo(new TypeError("fetch failed"), { baseUrl: url });
  const error = await expectRejection(ConnectionError, kb.promptIndex.get({ brainId: "b", limit: 5 }));
  expect(error.message).toBe(`Failed to get the prompt index: fetch failed. The connection to ${host} failed.`);
});

// Safari's errors of the network have no stack.
const stackless = (message: string) => Object.defineProperty(withCause(message), "stack", { value: undefined });
// Sentry adds a stack and a mark.
const marked = (message: string) => Object.defineProperty(withCause(message), "__sentry_captured__", { value: true });
const deno = "error sending request for url (https://kb.example.com/): ";

const networkError = "NetworkError when attempting to fetch resource.";
const happyDom = (cause: string) => withCode(`Failed to execute "fetch()" on "Window": ${cause}`);
const proxyRefusal = withCode("Proxy response (407) !== 200 when HTTP Tunneling", "UND_ERR_ABORTED");

// What `fetch` throws in each runtime if the connection was lost, so that the service may have executed the request.
const lost: readonly { runtime: string; reason: unknown }[] = [
  { runtime: "Chrome", reason: withCause("Failed to fetch") },
  { runtime: "Chrome", reason: withCause("network error") },
  { runtime: "Chrome with Sentry", reason: withCause("Failed to fetch (kb.example.com)") },
  { runtime: "Firefox", reason: withCause(networkError) },
  { runtime: "Firefox with Sentry", reason: withCause(`${networkError} (kb.example.com)`) },
  { runtime: "Safari", reason: stackless("Load failed") },
  { runtime: "Safari with Sentry", reason: marked("Load failed") },
  { runtime: "Safari with Sentry", reason: marked("Load failed (kb.example.com)") },
  { runtime: "Safari 16", reason: withCause("The Internet connection appears to be offline.") },
  { runtime: "React Native", reason: withCause("Network request failed") },
  { runtime: "Node", reason: inFetch("other side closed", "UND_ERR_SOCKET") },
  { runtime: "Node", reason: withCause("terminated") },
  { runtime: "Node", reason: Object.assign(withCause("socket hang up"), { code: "ECONNRESET" }) },
  { runtime: "Node", reason: inFetch("read ECONNRESET", "ECONNRESET") },
  { runtime: "Node", reason: inFetch("read EHOSTUNREACH", "EHOSTUNREACH") },
  { runtime: "Node", reason: inFetch("wrong version number", "ERR_SSL_WRONG_VERSION_NUMBER") },
  { runtime: "Deno", reason: withCause(`${deno}connection closed before message completed`) },
  { runtime: "Bun", reason: withCode("The socket connection was closed. Pass `verbose: true`", "ECONNRESET") },
  { runtime: "Bun", reason: withCode("The socket connection was closed unexpectedly.") },
  { runtime: "workerd", reason: withCode("Network connection lost.") },
  { runtime: "workerd", reason: withCause("Network connection lost.") },
  { runtime: "workerd", reason: withCode("internal error; reference = 4711") },
];

// What it throws if the connection was never made, so that any request may be sent again.
// biome-ignore format: one row a line
const neverMade: typeof lost = [
  { runtime: "Node", reason: withCause("fetch failed", new AggregateError([withCode("connect ECONNREFUSED ::1:1", "ECONNREFUSED")])) },
  { runtime: "Node", reason: inFetch("getaddrinfo EAI_AGAIN kb.example.com", "EAI_AGAIN") },
  { runtime: "Node", reason: withCode("Connect Timeout Error", "UND_ERR_CONNECT_TIMEOUT") },
  { runtime: "Node", reason: inFetch("connect EHOSTUNREACH 203.0.113.7:443", "EHOSTUNREACH") },
  { runtime: "Node", reason: inFetch("connect ETIMEDOUT 203.0.113.7:443", "ETIMEDOUT") },
  { runtime: "Node", reason: inFetch("certificate has expired", "CERT_HAS_EXPIRED") },
  { runtime: "Node", reason: withCode("Hostname/IP does not match", "ERR_TLS_CERT_ALTNAME_INVALID") },
  { runtime: "Node", reason: withCode("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE") },
  { runtime: "Node", reason: withCause("fetch failed", Object.assign(new DOMException("cancelled"), { cause: proxyRefusal })) },
  { runtime: "happy-dom", reason: happyDom("connect ECONNREFUSED 127.0.0.1:1") },
  { runtime: "happy-dom", reason: happyDom("getaddrinfo ENOTFOUND kb.example.com") },
  { runtime: "Deno", reason: withCause(`${deno}client error (Connect): tcp connect error: Connection refused (os error 111)`) },
  { runtime: "Deno", reason: withCause(`${deno}client error (Connect): dns error: failed to lookup address information`) },
  { runtime: "Bun", reason: withCode("Unable to connect. Can the computer access the url?", "ConnectionRefused") },
  { runtime: "Bun", reason: withCode("Was there a typo in the url or port?", "FailedToOpenSocket") },
];

// What it throws if it refuses a request, which no retry changes.
const refusedRequests: typeof lost = [
  { runtime: "Chrome", reason: withCause("Failed to execute 'fetch' on 'Window': Illegal invocation") },
  { runtime: "Firefox", reason: withCause("Window.fetch: Cannot convert value in record<ByteString, ByteString>") },
  { runtime: "Safari", reason: withCause("Type error") },
  { runtime: "Node", reason: withCause("Failed to parse URL from /v1", withCode("Invalid URL", "ERR_INVALID_URL")) },
  { runtime: "Deno", reason: withCause("Url scheme 'kb' not supported") },
  { runtime: "Bun", reason: Object.assign(withCause("fetch() URL is invalid"), { code: "ERR_INVALID_URL" }) },
  { runtime: "workerd", reason: withCode("The 'cache' field on 'RequestInitializerDict' is not implemented.") },
  { runtime: "a mistake", reason: getThrown(() => Reflect.get(null as never, "field")) },
  { runtime: "a mistake", reason: getThrown(() => JSON.parse("}")) },
  { runtime: "a mistake", reason: new ReferenceError("it is not defined") },
  { runtime: "a mistake", reason: getThrown(() => "x".repeat(-1)) },
];

// Expects the errors of an operation that is safe to repeat, and of one that isn't, with the number of their attempts.
async function expectErrors(
  reason: unknown,
  fields: object,
  attempts: { readonly safe: number; readonly unsafe: number },
) {
  const fetch = vi.fn(() => Promise.reject(reason));
  const kb = createClient(fetch, { retries: 2, random: () => 0 });
  const [safe, unsafe] = [await getIndex(kb).safe(), await startOAuth(kb).safe()];
  for (const { error } of [safe, unsafe]) {
    expect(error?.cause).toBe(reason);
    expect(error).toMatchObject(fields);
  }
  expect({ safe: safe.attempts.length, unsafe: unsafe.attempts.length }).toEqual(attempts);
  expect(fetch).toHaveBeenCalledTimes(attempts.safe + attempts.unsafe);
}

const unsentMessage = expect.stringContaining("fetch does not send this request");
const otherMessage = expect.not.stringContaining("fetch does not send this request");

it.each(lost)("after a fetch that throws $reason in $runtime, only a safe request is sent again", ({ reason }) =>
  expectErrors(reason, { code: "connection", message: otherMessage }, { safe: 3, unsafe: 1 }),
);

it.each(neverMade)("after a fetch that throws $reason in $runtime, any request is sent again", ({ reason }) =>
  expectErrors(reason, { code: "connection", message: otherMessage }, { safe: 3, unsafe: 3 }),
);

it.each(refusedRequests)("after a fetch that throws $reason in $runtime, none is sent again", ({ reason }) =>
  expectErrors(reason, { code: "configuration", message: unsentMessage }, { safe: 1, unsafe: 1 }),
);

it.each([
  inFetch("Headers Timeout Error", "UND_ERR_HEADERS_TIMEOUT"),
  inFetch("Body Timeout Error", "UND_ERR_BODY_TIMEOUT"),
])("after a fetch that throws $cause, which is a limit of its own, only a safe request is sent again", (reason) =>
  expectErrors(reason, { code: "timeout", limit: "fetch", message: otherMessage }, { safe: 3, unsafe: 1 }),
);

it.each([
  { runtime: "Node", reason: withCause("fetch failed", new Error("bad port")) },
  { runtime: "Deno", reason: withCause("Fetch failed: Requests to port 6000 are blocked") },
])("after a fetch that throws $reason in $runtime, the error advises to use another port", ({ reason }) => {
  const message = expect.stringMatching(/fetch does not send this request.*blocks the port of baseUrl/);
  return expectErrors(reason, { code: "configuration", message }, { safe: 1, unsafe: 1 });
});

it.each([
  inFetch("invalid onRequestStart method", "UND_ERR_INVALID_ARG"),
  inFetch("expect header not supported", "UND_ERR_NOT_SUPPORTED"),
])("after a fetch that throws $cause, the error advises to pass another fetch", (reason) => {
  const message = expect.stringMatching(/fetch does not send this request.*set the option fetch, too/);
  return expectErrors(reason, { code: "configuration", message }, { safe: 1, unsafe: 1 });
});

class OtherError extends KnowledgeBaseError {
  override readonly name = "InputError" as const;
  readonly code = "input";
}

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
  { what: "an error of another client", reason: new OtherError({ message: "it was the other one." }) },
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

// biome-ignore format: one row a line
it.each<{ cause: unknown; json: unknown }>([
  { cause: Object.assign(new TypeError("a"), { code: "E", errno: -111 }), json: { name: "TypeError", message: "a", code: "E" } },
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
