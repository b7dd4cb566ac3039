import { Console } from "node:console";
import { PassThrough, Readable } from "node:stream";
import * as sdk from "@knowledge-base/sdk";
import { HttpResponse } from "msw";
import * as undici from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, respond } from "./helpers/client.ts";
import { bodyOf } from "./helpers/fake-responses.ts";
import { driveCall, start, useFakeTimers } from "./helpers/fake-timers.ts";
import { documentedBody, getIndex, startOAuth } from "./helpers/operation-calls.ts";
import { startHttp } from "./helpers/sockets.ts";

// Situations that users of other clients have reported as bugs, by their classes.

type Fetch = NonNullable<sdk.ClientOptions["fetch"]>;

/** Calls an operation that is repeated without a delay, at most twice, and returns its result. */
const call = (
  fetch: Fetch | undefined,
  options: sdk.ClientOptions = {},
  run: typeof startOAuth | typeof getIndex = getIndex,
) => run(createClient(fetch, { random: () => 0, retries: 2, validate: "off", ...options })).safe();

const headers = { "x-request-id": "r", "content-encoding": "gzip", "content-length": "9999" };
const encode = (text: string) => new TextEncoder().encode(text);
const likePolyfill = (text: string | null, status: number) => ({
  status,
  headers: new Map(Object.entries(headers)),
  text: async () => text ?? "",
});

/** Decompressed responses of other libraries. */
// biome-ignore format: one row a line
const libraries: Readonly<Record<string, (text: string | null, status: number) => object>> = {
  "the platform": (text, status) => new Response(text, { status, headers }),
  undici: (text, status) => new undici.Response(text, { status, headers }),
  msw: (text, status) => new HttpResponse(text, { status, headers }),
  "node-fetch": (text, status) => ({ ...likePolyfill(text, status), body: Readable.from([encode(text ?? "")]) }),
  "a polyfill": likePolyfill,
};

describe.each(Object.entries(libraries))("a response of %s", (_, create) => {
  it.each([
    [200, "[]"],
    [204, null],
    [404, "No"],
    [503, "No"],
  ])(
    "with status %s is a complete one in middleware and in every result, and can be passed on",
    async (status, text) => {
      const seen: Response[] = [];
      const read: sdk.Middleware = async (request, next) => {
        const response = await next(request);
        seen.push(response.clone(), response);
        expect(await response.text()).toBe(text ?? "");
        return response;
      };
      const fetch = async () => create(text, status) as Response;
      for (const use of [[], [read, read]]) {
        const promise = getIndex(createClient(fetch, { use }));
        const { response } = await promise.safe();
        seen.push(response ?? expect.unreachable());
        if (status < 300) seen.push(await promise.asResponse());
        if (status === 200) seen.push((await promise.withResponse()).response);
      }
      for (const response of seen.filter(({ bodyUsed }) => !bodyUsed)) {
        expect(response).toBeInstanceOf(Response);
        const url = await startHttp(async (_, out) => {
          out.writeHead(response.status, Object.fromEntries(response.headers));
          if (response.body) Readable.fromWeb(response.clone().body as never).pipe(out);
          else out.end();
        });
        for (const received of [response.clone(), await globalThis.fetch(url), response]) {
          expect([received.status, received.headers.get("x-request-id")]).toEqual([status, "r"]);
          expect(await received.text()).toBe(text ?? "");
        }
      }
    },
  );
});

const coded = (message: string, code?: string) => Object.assign(new Error(message), { code });
const failed = (message: string, cause?: unknown) => new TypeError(message, cause === undefined ? {} : { cause });
/** Safari's errors of the network have no stack. */
const stackless = (message: string) => Object.defineProperty(failed(message), "stack", { value: undefined });
/** Sentry adds a stack and a mark. */
const marked = (message: string) => Object.defineProperty(failed(message), "__sentry_captured__", { value: true });
const deno = "error sending request for url (https://kb.example.com/): ";

/** What `fetch` throws in each runtime, if the connection was lost or never made, or if `fetch` refuses the request. */
// biome-ignore format: one row a line
const thrown: readonly [runtime: string, kind: "lost" | "never made" | "refused", reason: Error][] = [
  ["Chrome", "lost", failed("Failed to fetch")],
  ["Chrome", "lost", failed("network error")],
  ["Chrome with Sentry", "lost", failed("Failed to fetch (kb.example.com)")],
  ["Chrome", "refused", failed("Failed to execute 'fetch' on 'Window': Illegal invocation")],
  ["Firefox", "lost", failed("NetworkError when attempting to fetch resource.")],
  ["Firefox with Sentry", "lost", failed("NetworkError when attempting to fetch resource. (kb.example.com)")],
  ["Firefox", "refused", failed("Window.fetch: Cannot convert value in record<ByteString, ByteString>")],
  ["Safari", "lost", stackless("Load failed")],
  ["Safari with Sentry", "lost", marked("Load failed")],
  ["Safari with Sentry", "lost", marked("Load failed (kb.example.com)")],
  ["Safari 16", "lost", failed("The Internet connection appears to be offline.")],
  ["Safari", "refused", failed("Type error")],
  ["React Native", "lost", failed("Network request failed")],
  ["Node", "lost", failed("fetch failed", coded("other side closed", "UND_ERR_SOCKET"))],
  ["Node", "lost", failed("terminated")],
  ["Node", "lost", failed("fetch failed", coded("read ECONNRESET", "ECONNRESET"))],
  ["Node", "never made", failed("fetch failed", new AggregateError([coded("connect ECONNREFUSED ::1:1", "ECONNREFUSED")]))],
  ["Node", "never made", failed("fetch failed", coded("getaddrinfo EAI_AGAIN kb.example.com", "EAI_AGAIN"))],
  ["Node", "refused", failed("Failed to parse URL from /v1", coded("Invalid URL", "ERR_INVALID_URL"))],
  ["Node", "refused", failed("fetch failed", coded("invalid onRequestStart method", "UND_ERR_INVALID_ARG"))],
  ["happy-dom", "never made", coded('Failed to execute "fetch()" on "Window": connect ECONNREFUSED 127.0.0.1:1')],
  ["happy-dom", "never made", coded('Failed to execute "fetch()" on "Window": getaddrinfo ENOTFOUND kb.example.com')],
  ["Deno", "lost", failed(`${deno}connection closed before message completed`)],
  ["Deno", "never made", failed(`${deno}client error (Connect): tcp connect error: Connection refused (os error 111)`)],
  ["Deno", "never made", failed(`${deno}client error (Connect): dns error: failed to lookup address information`)],
  ["Deno", "refused", failed("Url scheme 'kb' not supported")],
  ["Bun", "lost", coded("The socket connection was closed unexpectedly. Pass `verbose: true`", "ECONNRESET")],
  ["Bun", "lost", coded("The socket connection was closed unexpectedly.")],
  ["Bun", "never made", coded("Unable to connect. Is the computer able to access the url?", "ConnectionRefused")],
  ["Bun", "never made", coded("Was there a typo in the url or port?", "FailedToOpenSocket")],
  ["Bun", "refused", Object.assign(failed("fetch() URL is invalid"), { code: "ERR_INVALID_URL" })],
  ["workerd", "lost", coded("Network connection lost.")],
  ["workerd", "lost", failed("Network connection lost.")],
  ["workerd", "lost", coded("internal error; reference = 4711")],
  ["workerd", "refused", coded("The 'cache' field on 'RequestInitializerDict' is not implemented.")],
];

it.each(thrown)("a connection of %s is %s: %s", async (_, kind, reason) => {
  const fetch = vi.fn<Fetch>(() => Promise.reject(reason));
  const [safe, unsafe] = [await call(fetch), await call(fetch, {}, startOAuth)];
  const code = kind === "refused" ? "configuration" : "connection";
  for (const { error } of [safe, unsafe]) expect([error?.code, error?.cause === reason]).toEqual([code, true]);
  const attempts = { lost: [3, 1], "never made": [3, 3], refused: [1, 1] }[kind];
  expect([safe.attempts.length, unsafe.attempts.length]).toEqual(attempts);
  expect(fetch).toHaveBeenCalledTimes(safe.attempts.length + unsafe.attempts.length);
});

class SpanError extends Error {}
const given = { message: "Told by a middleware." };
const wrap: sdk.Middleware = (request, next) =>
  next(request).catch((cause: unknown) => {
    throw new SpanError("The span has failed", { cause });
  });
const throwing =
  (reason: unknown): sdk.Middleware =>
  () =>
    Promise.reject(reason);

/** What middleware throws, and the class and the number of attempts of the call. */
// biome-ignore format: one row a line
const middleware: Readonly<Record<string, readonly [use: readonly sdk.Middleware[], errorClass: string, attempts: number]>> = {
  "an error around that of next": [[wrap], "ConnectionError", 3],
  "several errors around that of next": [[wrap, wrap, wrap], "ConnectionError", 3],
  "an error around that of a middleware": [[wrap, throwing(new sdk.ConnectionError(given))], "ConnectionError", 3],
  "a ConnectionError": [[throwing(new sdk.ConnectionError(given))], "ConnectionError", 3],
  "a TimeoutError": [[throwing(new sdk.TimeoutError({ ...given, limit: "timeout" }))], "TimeoutError", 3],
  "a ServerError": [[throwing(new sdk.ServerError({ ...given, status: 503 }))], "ServerError", 3],
  "a NotFoundError": [[throwing(new sdk.NotFoundError({ ...given, status: 404 }))], "NotFoundError", 1],
  "an InputError": [[throwing(new sdk.InputError(given))], "InputError", 1],
  "an AbortError": [[throwing(new sdk.AbortError(given))], "AbortError", 1],
  "an error of its own": [[throwing(new TypeError("span is undefined"))], "ConfigurationError", 1],
  "an error of its own with a cause": [[throwing(new SpanError("no span", { cause: new Error("no tracer") }))], "ConfigurationError", 1],
};

it.each(Object.entries(middleware))("a middleware that throws %s decides how the call ends", async (_, row) => {
  const [use, errorClass, count] = row;
  const { error, attempts } = await call(() => Promise.reject(failed("fetch failed")), { use });
  expect([error?.name, attempts.length]).toEqual([errorClass, count]);
  if (use[0] === wrap) expect(error?.cause).toBeInstanceOf(SpanError);
  if (use[0] === wrap) expect(error?.message).toContain("The span has failed: ");
});

const epoch = (seconds: number) => String(start / 1000 + seconds);
const none = undefined;

/** Headers of a response, and the delay that they ask for. The response's own clock may differ from that of this machine. */
// biome-ignore format: one row a line
const delays: readonly [status: number, headers: Readonly<Record<string, string>>, retryAfter: number | undefined][] = [
  [503, { "retry-after": "2, 2" }, 2000],
  [503, { "retry-after": "soon, 2" }, 2000],
  [503, { "retry-after": "Wed, 03 Jun 2026 12:00:07 GMT, Wed, 03 Jun 2026 12:00:09 GMT" }, 7000],
  [503, { "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT, 3" }, 3000],
  [503, { "retry-after-ms": "none, 1200", "retry-after": "30" }, 1200],
  [503, { "retry-after": "Wed, 03 Jun 2026 09:00:07 GMT", date: "Wed, 03 Jun 2026 09:00:00 GMT" }, 7000],
  [503, { "retry-after": "Wed, 03 Jun 2026 12:00:07 GMT", date: "now" }, 7000],
  [429, { "ratelimit-reset": "4" }, 4000],
  [429, { "ratelimit-reset": "4, 60" }, 4000],
  [429, { "x-ratelimit-reset": "5" }, 5000],
  [429, { "x-ratelimit-reset": epoch(6) }, 6000],
  [429, { "x-ratelimit-reset": epoch(-6) }, 0],
  [429, { "x-ratelimit-reset": epoch(-3594), date: "Wed, 03 Jun 2026 11:00:00 GMT" }, 6000],
  [429, { "x-ratelimit-reset": "2026-06-03T12:00:07Z" }, none],
  [429, { "retry-after": "1", "ratelimit-reset": "4", "x-ratelimit-reset": "5" }, 1000],
  [429, { "retry-after": "soon", "ratelimit-reset": "", "x-ratelimit-reset": "5" }, 5000],
  [503, { "ratelimit-reset": "4", "x-ratelimit-reset": "5" }, none],
];

it.each(delays)("a %s with the headers %j asks for a delay of %s ms", async (status, headers, retryAfter) => {
  useFakeTimers();
  const { error } = await driveCall(call(respond(null, status, headers), { retries: 0 }));
  const { attempts } = await driveCall(call(respond(null, status, headers), { retries: 1 }));
  expect([error, attempts[0]]).toMatchObject([{ status, retryAfter }, { delay: retryAfter ?? 0 }]);
});

it.each<[number, number, number]>([
  [408, 3, 1],
  [425, 3, 3],
  [429, 3, 3],
  ...[500, 501, 502, 503, 504, 520, 529, 598, 599].map((status): [number, number, number] => [status, 3, 1]),
  ...[400, 401, 403, 404, 409, 421, 422, 451].map((status): [number, number, number] => [status, 1, 1]),
])("a %s has %s attempts, and %s if the operation is not safe to repeat", async (status, safe, unsafe) => {
  const fetch = respond(null, status);
  const results = [await call(fetch), await call(fetch, {}, startOAuth)];
  expect(results.map(({ attempts }) => attempts.length)).toEqual([safe, unsafe]);
});

const page = (title: string, charset = "") =>
  `<!doctype html><html><head>${charset}<title>\n ${title}\n</title></head>`;
const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Pages of gateways: their bytes, their type, and how a message names them. */
// biome-ignore format: one row a line
const pages: readonly [type: string, body: string | Uint8Array<ArrayBuffer>, problem: string][] = [
  ["text/html", page("Access denied"), 'with the HTML page "Access denied" (rawBody has it)'],
  ["text/html; charset=utf-8", page("Accès refusé"), 'with the HTML page "Accès refusé" (rawBody has it)'],
  ["text/html; charset=iso-8859-1", latin1(page("Accès refusé")), 'with the HTML page "Accès refusé" (rawBody has it)'],
  ['text/html;charset="windows-1252"', latin1(page("Zugriff \x84verweigert\x93")), 'with the HTML page "Zugriff „verweigert“" (rawBody has it)'],
  ["text/html; charset=klingon", page("Accès refusé"), 'with the HTML page "Accès refusé" (rawBody has it)'],
  ["text/html", "  <h1>Forbidden</h1>", "with an HTML page (rawBody has the body)"],
  ["text/plain", "blocked", "without an error message (rawBody has the body)"],
];

it.each(pages)("a page of a gateway is named as what it is: %s %j", async (type, body, problem) => {
  const { error } = await call(respond(body, 403, { "content-type": type }));
  expect([error?.name, error?.message]).toEqual(["ForbiddenError", `Failed to get the prompt index: 403 ${problem}.`]);
});

it("the console prints texts and details as they are, even with placeholders in a text", async () => {
  const stream = new PassThrough();
  const logger = new Console({ stdout: stream, stderr: stream });
  const fetch = respond(JSON.stringify(documentedBody(403, { message: "100 %s %d %o of %c" })), 403);
  await call(fetch, { logger, logLevel: "debug" });
  const printed = String(stream.read());
  expect(printed).toContain("promptIndex.get: ForbiddenError after ");
  expect(printed).toContain("100 %s %d %o of %c");
  expect(printed).toMatch(/promptIndex\.get: sending a request \{\s+operation: 'promptIndex\.get'/);
});

const inParts = async () => new Response(bodyOf(["[", ...Array.from({ length: 2998 }, () => " "), "]"]));

it("a body in 3,000 parts needs no timer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect((await call(inParts)).data).toEqual([]);
});

const throwingChannel = function MessageChannel() {
  throw new Error("MessageChannel is not implemented");
};

it.each([undefined, throwingChannel])(
  "a body in 3,000 parts is read in a runtime without channels: %s",
  async (channel) => {
    vi.stubGlobal("MessageChannel", channel);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect((await call(inParts)).data).toEqual([]);
  },
);

it("a runtime without a global fetch gets a sentence that says what to do", async () => {
  vi.stubGlobal("fetch", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { error, attempts } = await call(undefined);
  const message = "Failed to get the prompt index: this runtime has no global fetch. Set the option fetch.";
  expect([error?.code, error?.message, attempts.length]).toEqual(["configuration", message, 1]);
});
