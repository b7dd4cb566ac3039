import type { Edge } from "../http/edge.ts";
import type { HttpRequest } from "../http/message.ts";

/** Answers as the global `fetch` would, without a network. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

interface Incoming {
  readonly request: HttpRequest;
  readonly signal: AbortSignal | null | undefined;
}

const headers = { "content-type": "application/json; charset=utf-8" };

/** Makes a `fetch` of an edge. */
export function createFetch(edge: Edge): Fetch {
  return async (input, init) => {
    const { request, signal } = readPlain(input, init) ?? (await readRequest(input, init));
    signal?.throwIfAborted();
    const { status, body } = await edge(request);
    signal?.throwIfAborted();
    return new Response(body, { status, headers });
  };
}

const methodsWithBody = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Reads the ordinary request as it is, because building a `Request` costs more than answering it. Anything else is left
 * to `Request`, whose errors are those of the global `fetch`.
 */
function readPlain(input: string | URL | Request, init: RequestInit = {}): Incoming | undefined {
  const { method = "GET", headers, body: text = null, signal } = init;
  if (isRequest(input) || (text !== null && typeof text !== "string")) return undefined;
  if (!(method === "GET" && text === null) && !methodsWithBody.has(method)) return undefined;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return undefined;
  const given = new Headers(headers);
  return {
    request: { ...target(url), method, header: (name) => given.get(name), body: text ?? "" },
    signal,
  };
}

async function readRequest(input: string | URL | Request, init: RequestInit | undefined): Promise<Incoming> {
  const request = isRequest(input) && !init && !input.bodyUsed ? input : new Request(input, init);
  const { method, headers, signal } = request;
  const body = request.body === null ? "" : await readBody(request);
  return { request: { ...target(new URL(request.url)), method, header: (name) => headers.get(name), body }, signal };
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

function target({ pathname, search }: URL): Pick<HttpRequest, "path" | "query"> {
  return { path: pathname, query: search.slice(1) };
}
