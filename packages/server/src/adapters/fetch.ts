import type { HttpRequest, HttpResponse, RequestHandler } from "../service/http-message.ts";
import { attachDirectHandler } from "./direct-handler.ts";
import type { EventLoopHold } from "./event-loop-hold.ts";
import { FetchRequest } from "./fetch-request.ts";

/** Has the signature and behavior of the global `fetch`, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The part of a request that a response which never settles needs. */
interface AbortableRequest extends Pick<HttpRequest, "signal"> {
  /** The `Request` objects from which it was read. */
  readonly sources?: readonly Request[] | undefined;
}

/** Creates a `fetch` that calls a request handler. The process does not exit while a caller waits in vain. */
export function createFetch(handler: RequestHandler, hold: EventLoopHold): Fetch {
  const fetch: Fetch = async (input, init) => {
    const request = receivePlainRequest(input, init) ?? (await receiveRequest(input, init));
    request.signal?.throwIfAborted();
    const response = await handler(request);
    request.signal?.throwIfAborted();
    return toFetchResponse(response, request, hold);
  };
  return attachDirectHandler(fetch, () => handler);
}

/** Converts a response into a `Response`. A transport failure throws, or returns a promise or a body that does not settle. */
export function toFetchResponse(
  { status, headers, body, transportFailure }: HttpResponse,
  request: AbortableRequest,
  hold?: EventLoopHold,
): Response | Promise<never> {
  switch (transportFailure) {
    case "stall":
      return new Response(stalledBody(body, request, hold), { status, headers });
    case "reset":
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" }),
      });
    case "hang":
      return new Promise((_, reject) => {
        const endWait = hold?.begin();
        onAbort(request, () => {
          endWait?.();
          reject(request.signal?.reason);
        });
      });
    default:
      // A response to HEAD, or with a status such as 204, must have no body. An empty body would have a content type.
      return new Response(body === "" ? null : body, { status, headers });
  }
}

/** Streams a text and then stays open until the caller aborts. The wait begins once the caller reads on after the text. */
function stalledBody(text: string, request: AbortableRequest, hold?: EventLoopHold): ReadableStream<Uint8Array> {
  let stopListening: () => void;
  let endWait: (() => void) | undefined;
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        stopListening = onAbort(request, () => {
          endWait?.();
          controller.error(request.signal?.reason);
        });
      },
      pull() {
        endWait ??= hold?.begin();
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
const pendingSources = new Set<AbortableRequest["sources"]>();

/** Calls back when the caller aborts. Returns a function that removes the listener. */
function onAbort({ signal, sources }: AbortableRequest, callback: () => void): () => void {
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

/** Checks whether an argument of `fetch` is a `Request`, of any realm: test environments have their own. */
export function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

/** Converts the arguments of `fetch` into a `Request`; an unread `Request` without init is returned as it is. */
export function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  return isRequest(input) && !init && !input.bodyUsed ? input : new Request(input, init);
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Reads an ordinary request without a `Request`, whose creation costs more than the response. Returns
 * undefined for all others: `Request` reads them and throws the errors of the global `fetch`.
 */
function receivePlainRequest(input: string | URL | Request, init: RequestInit = {}): FetchRequest | undefined {
  const { method = "GET", headers, body: text = null, signal } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  return new FetchRequest(method, url, copyHeaders(headers), decodeAsUtf8(text ?? ""), signal ?? null);
}

/** Copies headers: the caller can change its own at any time. */
function copyHeaders(init: HeadersInit | undefined): Record<string, string> {
  return copyPlainHeaders(init) ?? Object.fromEntries(new Headers(init));
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Copies the headers of an ordinary object without a `Headers`, which costs more. Returns undefined for all others: `Headers`
 * reads them and throws the errors of the global `fetch`.
 */
function copyPlainHeaders(init: HeadersInit | undefined): Record<string, string> | undefined {
  if (init !== undefined && Object.getPrototypeOf(init) !== Object.prototype) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(init ?? {})) {
    const key = name.toLowerCase();
    const isOrdinary = typeof value === "string" && headerName.test(name) && headerValue.test(value);
    if (!isOrdinary || key in headers) return undefined;
    headers[key] = value;
  }
  return headers;
}

/** Returns a text as it is after encoding and decoding as UTF-8: without a byte order mark and lone surrogates. */
function decodeAsUtf8(text: string): string {
  return (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
}

async function receiveRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<FetchRequest> {
  const request = toRequest(input, init);
  const { method, signal } = request;
  const headers = copyHeaders(request.headers);
  const body = request.body === null ? "" : await readBody(request);
  const sources = isRequest(input) ? [input, request] : [request];
  return new FetchRequest(method, new URL(request.url), headers, body, signal, sources);
}

async function readBody(request: Request): Promise<string> {
  const { signal } = request;
  signal.throwIfAborted();
  const { promise: aborted, reject: abort } = Promise.withResolvers<never>();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([request.text(), aborted]);
  } catch (cause) {
    throw signal.aborted ? signal.reason : new TypeError("fetch failed", { cause });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
