import type { HttpRequest, HttpResponse, RequestHandler } from "../http/http-message.ts";
import { attachDirectHandler } from "./direct-handler.ts";

/** Has the signature and behavior of the global `fetch`, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A request with the `Request` objects from which it was read. */
interface ReceivedRequest extends HttpRequest {
  readonly sources?: readonly Request[] | undefined;
}

/** Creates a `fetch` that calls a request handler. */
export function createFetch(handler: RequestHandler): Fetch {
  const fetch: Fetch = async (input, init) => {
    const request = receivePlainRequest(input, init) ?? (await receiveRequest(input, init));
    request.signal?.throwIfAborted();
    const response = await handler(request);
    request.signal?.throwIfAborted();
    return toFetchResponse(response, request);
  };
  return attachDirectHandler(fetch, () => handler);
}

/** Converts a response into a `Response`. A transport failure throws, or returns a promise or a body that does not settle. */
export function toFetchResponse(
  { status, headers, body, transportFailure }: HttpResponse,
  { signal, sources }: ReceivedRequest,
): Response | Promise<never> {
  switch (transportFailure) {
    case "stall":
      return new Response(stalledBody(body, signal, sources), { status, headers });
    case "reset":
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" }),
      });
    case "hang":
      return new Promise((_, reject) => {
        onAbort(signal, sources, () => reject(signal?.reason));
      });
    default:
      return new Response(body, { status, headers });
  }
}

/** Streams a text and then stays open until the caller aborts. */
function stalledBody(
  text: string,
  signal: AbortSignal | null,
  sources: ReceivedRequest["sources"],
): ReadableStream<Uint8Array> {
  let stop: () => void;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      stop = onAbort(signal, sources, () => controller.error(signal?.reason));
    },
    cancel() {
      stop();
    },
  });
}

// A `Request` without references is garbage-collected, and its signal then never aborts.
const pendingSources = new Set<ReceivedRequest["sources"]>();

/** Calls back when the caller aborts. Returns a function that removes the listener. */
function onAbort(signal: AbortSignal | null, sources: ReceivedRequest["sources"], callback: () => void): () => void {
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
function receivePlainRequest(input: string | URL | Request, init: RequestInit = {}): ReceivedRequest | undefined {
  const { method = "GET", headers, body: text = null, signal } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  const receivedHeaders = new Headers(headers);
  const body = decodeAsUtf8(text ?? "");
  return { ...splitUrl(url), method, header: (name) => receivedHeaders.get(name), body, signal: signal ?? null };
}

/** Returns a text as it is after encoding and decoding as UTF-8: without a byte order mark and lone surrogates. */
function decodeAsUtf8(text: string): string {
  return (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
}

async function receiveRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<ReceivedRequest> {
  const request = toRequest(input, init);
  const { method, headers, signal } = request;
  const body = request.body === null ? "" : await readBody(request);
  const sources = isRequest(input) ? [input, request] : [request];
  return { ...splitUrl(new URL(request.url)), method, header: (name) => headers.get(name), body, signal, sources };
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

function splitUrl({ origin, pathname, search }: URL): Pick<HttpRequest, "origin" | "path" | "query"> {
  return { origin, path: pathname, query: search.slice(1) };
}
