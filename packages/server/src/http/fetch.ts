import { showValue } from "@knowledge-base/internal";
import { parseUrl } from "./base-url.ts";
import { type FetchRequest, networkError, readFetchRequest } from "./fetch-request.ts";
import { attachDirectHandler, type HttpResponse, type RequestHandler, reasonPhrase } from "./message.ts";

/** Has the signature and behavior of the global `fetch`, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const redirectLimit = 20;

/** Creates a `fetch` that calls a request handler, also for redirects to the same origin. */
export function createFetch(handler: RequestHandler): Fetch {
  const fetch: Fetch = async (input, init) => {
    // The platform accepts null, too.
    let request = readFetchRequest(input, init ?? undefined);
    for (let redirects = 0; ; redirects += 1) {
      request.throwIfFailed();
      const handled = await handler(request);
      request.throwIfFailed();
      const url = request.redirect === "manual" ? undefined : redirectUrl(handled, request.url);
      if (!url) return asReceived(await toFetchResponse(handled, request), request.url, redirects > 0);
      if (request.redirect === "error")
        throw networkError("The response is a redirect, and the option redirect is error");
      if (redirects === redirectLimit) throw networkError(`The server redirected more than ${redirectLimit} times`);
      const next = request.follow(url, handled.status);
      if (next.origin !== request.origin) return leave(next);
      request = next;
    }
  };
  return attachDirectHandler(fetch, () => handler);
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the URL to which a response redirects; undefined if it does not. */
function redirectUrl({ status, headers }: HttpResponse, base: string): URL | undefined {
  const { location } = headers;
  if (location === undefined || !redirectStatuses.has(status)) return undefined;
  const url = parseUrl(location, base);
  if (url) return url;
  throw networkError(`The server redirects to ${showValue(location)}, which is no URL`);
}

/** Follows a redirect to another origin with the global `fetch`. Like there, all headers but credentials of HTTP go along. */
async function leave({ url, method, headers, body, signal }: FetchRequest): Promise<Response> {
  const { text } = await body;
  const init = { method, headers, signal, ...(text !== "" && { body: text }) };
  const response = await globalThis.fetch(url, init);
  return asReceived(response, response.url, true);
}

const changingMethods = ["append", "delete", "set"] as const;

/** Gives a response the properties of a received one: a URL, which clones keep, and immutable headers. */
function asReceived(response: Response, url: string, redirected: boolean): Response {
  const clone = response.clone.bind(response);
  // A Proxy cannot wrap, and a spy cannot replace, what is not configurable.
  const replaceable = { configurable: true, writable: true };
  const change = { ...replaceable, value: rejectChange };
  for (const name of changingMethods) Object.defineProperty(response.headers, name, change);
  return Object.defineProperties(response, {
    url: { configurable: true, value: url },
    redirected: { configurable: true, value: redirected },
    type: { configurable: true, value: "basic" },
    clone: { ...replaceable, value: () => asReceived(clone(), url, redirected) },
  });
}

function rejectChange(): never {
  throw new TypeError("The headers of a received response cannot be changed. Copy them: new Headers(response.headers)");
}

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Converts a response into a `Response`. A transport failure throws, or returns a promise or a body that does not settle. */
function toFetchResponse(
  { status, headers, body, transportFailure }: HttpResponse,
  request: FetchRequest,
): Response | Promise<never> {
  const init = { status, statusText: reasonPhrase(status), headers };
  switch (transportFailure) {
    case "stall":
      return new Response(stalledBody(body, request), init);
    case "reset":
      throw networkError("The connection was reset", { code: "ECONNRESET" });
    case "hang":
      return new Promise((_, reject) => {
        const endWait = keepProcess();
        onAbort(request, () => {
          endWait();
          reject(request.signal?.reason);
        });
      });
    default:
      if (statusesWithoutBody.has(status) || request.method === "HEAD") return new Response(null, init);
      // A text without characters would add a content type.
      return new Response(request.signal || body === "" ? wholeBody(body, request) : body, init);
  }
}

/** With jsdom in `vmThreads` of Vitest, only responses have streams. */
function findStreamClass(): typeof ReadableStream {
  return globalThis.ReadableStream ?? new Response("").body?.constructor;
}

/** Streams a text, unless the caller aborts before it reads it. */
function wholeBody(text: string, request: FetchRequest): ReadableStream<Uint8Array> {
  return new (findStreamClass())(
    {
      type: "bytes",
      pull(controller) {
        if (request.signal?.aborted) return controller.error(request.signal.reason);
        if (text !== "") controller.enqueue(new TextEncoder().encode(text));
        controller.close();
        controller.byobRequest?.respond(0);
      },
    },
    { highWaterMark: 0 },
  );
}

// Fake timers of tests would advance the date to the end of such a wait.
const { clearTimeout, setTimeout } = globalThis;
const longestTimerMs = 2 ** 31 - 1;

/** Keeps the process from exiting while a caller waits in vain, as an open socket does. Returns a function that ends this. */
function keepProcess(): () => void {
  const timer = setTimeout(() => {}, longestTimerMs);
  return () => clearTimeout(timer);
}

/** Streams a text and then stays open until the caller aborts. The wait begins once the caller reads on after the text. */
function stalledBody(text: string, request: FetchRequest): ReadableStream<Uint8Array> {
  let stopListening: () => void;
  let endWait: (() => void) | undefined;
  return new (findStreamClass())(
    {
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        stopListening = onAbort(request, () => {
          endWait?.();
          controller.error(request.signal?.reason);
        });
      },
      pull() {
        endWait ??= keepProcess();
      },
      cancel() {
        stopListening();
        endWait?.();
      },
    },
    // Nothing is pulled before it is read.
    { highWaterMark: 0 },
  );
}

// A `Request` without references is garbage-collected, and its signal then never aborts.
const pendingSources = new Set<FetchRequest["sources"]>();

/** Calls back when the caller aborts. Returns a function that removes the listener. */
function onAbort({ signal, sources }: FetchRequest, callback: () => void): () => void {
  const stop = () => {
    pendingSources.delete(sources);
    signal?.removeEventListener("abort", abort);
  };
  const abort = () => {
    stop();
    callback();
  };
  if (sources) pendingSources.add(sources);
  signal?.addEventListener("abort", abort);
  return stop;
}
