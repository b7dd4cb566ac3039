import type { Edge, HttpAnswer, HttpRequest } from "../http/message.ts";

/** Answers as the global `fetch` would, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes a `fetch` of an edge. */
export function createFetch(edge: Edge): Fetch {
  return async (input, init) => {
    const request = readPlain(input, init) ?? (await readRequest(input, init));
    request.signal?.throwIfAborted();
    const answer = await edge(request);
    request.signal?.throwIfAborted();
    return respond(answer, request);
  };
}

function respond({ status, headers, body, breakdown }: HttpAnswer, request: HttpRequest): Response | Promise<never> {
  switch (breakdown) {
    case "stall":
      return new Response(stalled(body, request), { status, headers });
    case "reset":
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" }),
      });
    case "hang":
      return hang(request);
    default:
      return new Response(body, { status, headers });
  }
}

/**
 * Requests that wait for their caller to give up. On Node the signal of a `Request` is told of an abort only as long as
 * something holds the request itself, and while it waits nothing else does.
 */
const waiting = new Set<HttpRequest>();

/** Calls back when the caller gives up. What it returns takes that back. */
function onAbort(request: HttpRequest, callback: (reason: unknown) => void): () => void {
  const { signal } = request;
  if (signal === null) return () => undefined;
  const forget = () => {
    waiting.delete(request);
    signal.removeEventListener("abort", abort);
  };
  const abort = () => {
    forget();
    callback(signal.reason);
  };
  waiting.add(request);
  signal.addEventListener("abort", abort);
  return forget;
}

/** Sends a text, and then nothing more until the caller gives up. */
function stalled(text: string, request: HttpRequest): ReadableStream<Uint8Array> {
  let forget: () => void;
  return new ReadableStream({
    start(controller) {
      forget = onAbort(request, (reason) => controller.error(reason));
      controller.enqueue(new TextEncoder().encode(text));
    },
    cancel() {
      forget();
    },
  });
}

function hang(request: HttpRequest): Promise<never> {
  return new Promise((_, reject) => {
    onAbort(request, reject);
  });
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Reads the ordinary request as it is, because building a `Request` costs more than answering it. Anything else is left
 * to `Request`, whose errors are those of the global `fetch`.
 */
function readPlain(input: string | URL | Request, init: RequestInit = {}): HttpRequest | undefined {
  const { method = "GET", headers, body: text = null, signal } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  const given = new Headers(headers);
  return { ...target(url), method, header: (name) => given.get(name), body: text ?? "", signal: signal ?? null };
}

async function readRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<HttpRequest> {
  const request = isRequest(input) && !init && !input.bodyUsed ? input : new Request(input, init);
  const { method, signal } = request;
  const body = request.body === null ? "" : await readBody(request);
  return { ...target(new URL(request.url)), method, header: (name) => request.headers.get(name), body, signal };
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

/** A `Request` of any realm: test environments bring one of their own. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

function target({ origin, pathname, search }: URL): Pick<HttpRequest, "origin" | "path" | "query"> {
  return { origin, path: pathname, query: search.slice(1) };
}
