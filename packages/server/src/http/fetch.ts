import { bodylessStatuses, redirectStatuses } from "@knowledge-base/internal/http";
import { maxTimerMs } from "@knowledge-base/internal/sleep";
import { showValue } from "@knowledge-base/internal/texts";
import { parseUrl } from "@knowledge-base/internal/url";
import { createRequest, type FetchRequest, networkError, readFetchRequest } from "./fetch-request.ts";
import { type HttpResponse, noBody, type RequestHandler, reasonPhrase } from "./message.ts";

/** Has the signature and behavior of the global `fetch`, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const maxRedirects = 20;

/** Creates a `fetch` that calls a request handler, also for redirects to the same origin. */
export function createFetch(handler: RequestHandler): Fetch {
  return async (input, init) => {
    // The platform accepts null, too.
    const options = init ?? {};
    let request = readFetchRequest(input, options);
    for (let redirects = 0; ; redirects += 1) {
      request.throwIfFailed();
      const handled = await handler(request);
      request.throwIfFailed();
      if (handled === "reset") throw networkError("The connection was reset", { code: "ECONNRESET" });
      if (handled === "hang") return new Promise((_, reject) => waitForAbort(request, reject));
      const url = request.redirect === "manual" ? undefined : redirectUrl(handled, request.url);
      if (!url) return asReceived(toFetchResponse(handled, request), request.url, redirects > 0);
      if (request.redirect === "error")
        throw networkError("The response is a redirect, and the option redirect is error");
      if (redirects === maxRedirects) throw networkError(`The server redirected more than ${maxRedirects} times`);
      const next = followRedirect(request, url, handled.status);
      if (next.origin !== request.origin) return fetchElsewhere(next);
      request = next;
    }
  };
}

// Changes a request as the standard of `fetch` says.
function followRedirect(request: FetchRequest, url: URL, status: number): FetchRequest {
  const { method, headers } = request;
  const becomesGet = status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
  const isAway = url.origin !== request.origin;
  const isKept = (name: string) =>
    !(becomesGet && name.startsWith("content-")) && !(isAway && /^(authorization|cookie)$/.test(name));
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
  return createRequest(url, { ...request, headers: kept, ...(becomesGet && { method: "GET", body: noBody }) });
}

// Another origin isn't this server.
async function fetchElsewhere({ url, method, headers, body, signal }: FetchRequest): Promise<Response> {
  const { text } = await body;
  const response = await globalThis.fetch(url, { method, headers, signal, ...(text !== "" && { body: text }) });
  return asReceived(response, response.url, true, "cors");
}

function redirectUrl({ status, headers }: HttpResponse, base: string): URL | undefined {
  const { location } = headers;
  if (location === undefined || !redirectStatuses.includes(status)) return undefined;
  const url = parseUrl(location, base);
  if (url) return url;
  throw networkError(`The server redirects to ${showValue(location)}, which isn't a URL`);
}

function rejectChange(): never {
  throw new TypeError("The headers of a received response cannot be changed. Copy them: new Headers(response.headers)");
}

// A Proxy can't wrap, and a spy can't replace, what isn't configurable.
const replaceable = { configurable: true, writable: true };
const rejected = { ...replaceable, value: rejectChange };
const unchangeable = { append: rejected, delete: rejected, set: rejected };

// Gives a response the properties of a received one, which clones keep: a URL, and headers that can't be changed.
function asReceived(response: Response, url: string, redirected: boolean, type = "basic"): Response {
  const clone = response.clone.bind(response);
  Object.defineProperties(response.headers, unchangeable);
  return Object.defineProperties(response, {
    url: { configurable: true, value: url },
    redirected: { configurable: true, value: redirected },
    type: { configurable: true, value: type },
    clone: { ...replaceable, value: () => asReceived(clone(), url, redirected, type) },
  });
}

function toFetchResponse({ status, headers, body, isStalled }: HttpResponse, request: FetchRequest): Response {
  // Node sends this text with an unassigned status.
  const init = { status, statusText: reasonPhrase(status) || "unknown", headers };
  if (bodylessStatuses.includes(status) || request.method === "HEAD") return new Response(null, init);
  // A text without characters would add a content type.
  const isStreamed = isStalled || request.signal || body === "";
  return new Response(isStreamed ? streamBody(body, request, isStalled) : body, init);
}

// With jsdom in `vmThreads` of Vitest, only responses have streams.
function chooseStreamClass(): typeof ReadableStream {
  return globalThis.ReadableStream ?? new Response("").body?.constructor;
}

// Fake timers of tests would advance the date to the end of such a wait.
const { clearTimeout, setTimeout } = globalThis;

// A function that is created in `waitForAbort` would keep everything there in memory while the timer runs, and so a server.
const doNothing = () => {};

// Calls back when the caller aborts. Returns a function that ends the wait. While it waits, a timer keeps the process alive, as an open
// socket would. The timer also holds the `Request` objects, as its third argument: if they were garbage-collected, the signal would
// never abort.
function waitForAbort({ signal, requests }: FetchRequest, onAbort: (reason: unknown) => void): () => void {
  const timer = setTimeout(doNothing, maxTimerMs, requests);
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  const abort = () => {
    stop();
    onAbort(signal?.reason);
  };
  signal?.addEventListener("abort", abort);
  return stop;
}

// Streams a text, unless the caller aborts before it reads it. A stalled body then stays open until the caller aborts.
function streamBody(text: string, request: FetchRequest, isStalled = false): ReadableStream<Uint8Array> {
  let isSent = text === "";
  let stop: (() => void) | undefined;
  return new (chooseStreamClass())(
    {
      type: "bytes",
      pull(controller) {
        if (request.signal?.aborted) return controller.error(request.signal.reason);
        if (!isSent) controller.enqueue(new TextEncoder().encode(text));
        else if (isStalled) stop ??= waitForAbort(request, (reason) => controller.error(reason));
        isSent = true;
        if (isStalled) return;
        controller.close();
        controller.byobRequest?.respond(0);
      },
      cancel() {
        stop?.();
      },
    },
    // Nothing is pulled before it is read.
    { highWaterMark: 0 },
  );
}
