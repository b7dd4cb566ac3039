import { readBytes } from "@knowledge-base/internal";
import { choices } from "../state/choices.ts";
import {
  attachDirectHandler,
  type HttpRequest,
  type HttpResponse,
  noBody,
  type RequestBody,
  type RequestHandler,
} from "./message.ts";

/** Has the signature and behavior of the global `fetch`, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The part of a request that a response which never settles needs. */
interface AbortableRequest extends Pick<HttpRequest, "signal"> {
  /** The `Request` objects from which it was read. */
  readonly sources?: readonly Request[] | undefined;
}

/** Creates a `fetch` that calls a request handler. */
export function createFetch(handler: RequestHandler): Fetch {
  const fetch: Fetch = async (input, init) => {
    // The platform accepts null, too.
    const options = init ?? undefined;
    const request = receivePlainRequest(input, options) ?? receiveRequest(input, options);
    request.throwIfFailed();
    const response = await handler(request);
    request.throwIfFailed();
    const sent = await toFetchResponse(response, request);
    return Object.defineProperty(sent, "url", { value: request.url });
  };
  return attachDirectHandler(fetch, () => handler);
}

/** Converts a response into a `Response`. A transport failure throws, or returns a promise or a body that does not settle. */
function toFetchResponse(
  { status, headers, body, transportFailure }: HttpResponse,
  request: AbortableRequest,
): Response | Promise<never> {
  switch (transportFailure) {
    case "stall":
      return new Response(stalledBody(body, request), { status, headers });
    case "reset":
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" }),
      });
    case "hang":
      return new Promise((_, reject) => {
        const endWait = keepProcess();
        onAbort(request, () => {
          endWait();
          reject(request.signal?.reason);
        });
      });
    default:
      // A response to HEAD, or with a status such as 204, must have no body. An empty body would have a content type.
      return new Response(body === "" ? null : body, { status, headers });
  }
}

const longestTimerMs = 2 ** 31 - 1;

/** Keeps the process from exiting while a caller waits in vain, as an open socket does. Returns a function that ends this. */
function keepProcess(): () => void {
  const timer = setTimeout(() => {}, longestTimerMs);
  return () => clearTimeout(timer);
}

/** Streams a text and then stays open until the caller aborts. The wait begins once the caller reads on after the text. */
function stalledBody(text: string, request: AbortableRequest): ReadableStream<Uint8Array> {
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

/** A request as it was when `fetch` was called. */
class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpRequest["body"];
  readonly signal: AbortSignal | null;
  readonly sources: readonly Request[] | undefined;
  #failure: unknown;

  constructor(
    method: string,
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: HttpRequest["body"],
    signal: AbortSignal | null,
    sources?: readonly Request[],
  ) {
    this.method = method;
    this.url = url.href.replace(/#.*/, "");
    this.origin = url.origin;
    this.path = url.pathname;
    this.query = url.search.slice(1);
    this.headers = headers;
    this.body = body instanceof Promise ? body.catch((error) => this.#fail(error)) : body;
    this.signal = signal;
    this.sources = sources;
  }

  header(name: string): string | null {
    return this.headers[name] ?? null;
  }

  isAborted(): boolean {
    return this.#failure !== undefined || (this.signal?.aborted ?? false);
  }

  /** @throws the reason of the abortion, or the error of a body that cannot be read */
  throwIfFailed(): void {
    this.signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }

  #fail(error: unknown): RequestBody {
    this.#failure = error;
    return noBody;
  }
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
  return new FetchRequest(method, url, copyHeaders(headers), readText(text ?? ""), signal ?? null);
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

const encoder = new TextEncoder();

/** Reads a text as it is after encoding and decoding as UTF-8: without a byte order mark and lone surrogates. */
function readText(text: string): RequestBody {
  // A UTF-16 code unit takes at most three bytes.
  const isSmall = text.length * 3 <= choices.bodyLimitBytes;
  const isTooLarge = !isSmall && encoder.encode(text).length > choices.bodyLimitBytes;
  const sent = (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
  return { text: isTooLarge ? sent.slice(0, choices.bodyLimitBytes) : sent, isTooLarge };
}

function receiveRequest(input: string | URL | Request, init: RequestInit | undefined): FetchRequest {
  const request = toRequest(input, init);
  const { method, signal } = request;
  const headers = copyHeaders(request.headers);
  const body = request.body === null ? readText("") : readBody(request);
  const sources = isRequest(input) ? [input, request] : [request];
  return new FetchRequest(method, new URL(request.url), headers, body, signal, sources);
}

async function readBody(request: Request): Promise<RequestBody> {
  const { signal } = request;
  const { bytes, ended, error } = await readBytes(await bodyOf(request), choices.bodyLimitBytes, signal);
  signal.throwIfAborted();
  if (ended === "failed") throw new TypeError("fetch failed", { cause: error });
  return { text: new TextDecoder().decode(bytes), isTooLarge: ended === "too_large" };
}

/** Returns the body of a request as a stream. Some browsers have no `body` in requests. */
export async function bodyOf(request: Request): Promise<ReadableStream<Uint8Array> | null> {
  return request.body === undefined ? (await request.blob()).stream() : request.body;
}
