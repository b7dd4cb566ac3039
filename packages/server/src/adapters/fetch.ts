import type { HttpRequest, HttpResponse, RequestHandler } from "../http/http-message.ts";
import { attachDirectHandler } from "./direct-handler.ts";
import { isRequest, toRequest } from "./to-request.ts";

/** Answers as the global `fetch` would, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A request, and the objects that it was read from. */
interface ReadRequest extends HttpRequest {
  readonly sources?: readonly Request[] | undefined;
}

/** Makes a `fetch` of an handler. */
export function createFetch(handler: RequestHandler): Fetch {
  const fetch: Fetch = async (input, init) => {
    const request = readPlain(input, init) ?? (await readRequest(input, init));
    request.signal?.throwIfAborted();
    const answer = await handler(request);
    request.signal?.throwIfAborted();
    return respond(answer, request);
  };
  return attachDirectHandler(fetch, () => handler);
}

/** Makes a `Response` of an answer, or what there is instead of one. */
export function respond(
  { status, headers, body, transportFailure }: HttpResponse,
  { signal, sources }: ReadRequest,
): Response | Promise<never> {
  switch (transportFailure) {
    case "stall":
      return new Response(stalled(body, signal, sources), { status, headers });
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

/** Sends a text, and then nothing more until the caller gives up. */
function stalled(
  text: string,
  signal: AbortSignal | null,
  sources: ReadRequest["sources"],
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

// A `Request` that nobody holds is collected, and its signal then never tells that the caller has given up.
const unanswered = new Set<ReadRequest["sources"]>();

/** Calls back when the caller gives up. Returns a function that calls that off. */
function onAbort(signal: AbortSignal | null, sources: ReadRequest["sources"], callback: () => void): () => void {
  const stop = () => {
    unanswered.delete(sources);
    signal?.removeEventListener("abort", abort);
  };
  const abort = () => {
    stop();
    callback();
  };
  if (sources) unanswered.add(sources);
  signal?.addEventListener("abort", abort);
  return stop;
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Reads the ordinary request as it is, because building a `Request` costs more than answering it. Anything else is left
 * to `Request`, whose errors are those of the global `fetch`.
 */
function readPlain(input: string | URL | Request, init: RequestInit = {}): ReadRequest | undefined {
  const { method = "GET", headers, body: text = null, signal } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  const given = new Headers(headers);
  const body = asReceived(text ?? "");
  return { ...target(url), method, header: (name) => given.get(name), body, signal: signal ?? null };
}

/** What becomes of a text that is sent as UTF-8. */
function asReceived(text: string): string {
  return (text.startsWith("\ufeff") ? text.slice(1) : text).toWellFormed();
}

async function readRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<ReadRequest> {
  const request = toRequest(input, init);
  const { method, headers, signal } = request;
  const body = request.body === null ? "" : await readBody(request);
  const sources = isRequest(input) ? [input, request] : [request];
  return { ...target(new URL(request.url)), method, header: (name) => headers.get(name), body, signal, sources };
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

function target({ origin, pathname, search }: URL): Pick<HttpRequest, "origin" | "path" | "query"> {
  return { origin, path: pathname, query: search.slice(1) };
}
