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
    const { request, signal } = readPlain(input, init) ?? readRequest(input, init);
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
    request: { ...target(url), method, header: (name) => given.get(name), text: async () => text ?? "" },
    signal,
  };
}

function readRequest(input: string | URL | Request, init: RequestInit | undefined): Incoming {
  const request = isRequest(input) && !init && !input.bodyUsed ? input : new Request(input, init);
  return {
    request: {
      ...target(new URL(request.url)),
      method: request.method,
      header: (name) => request.headers.get(name),
      text: async () => (request.body === null ? "" : request.text()),
    },
    signal: request.signal,
  };
}

/** A `Request` of any realm: test environments bring one of their own. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

function target({ pathname, search }: URL): Pick<HttpRequest, "path" | "query"> {
  return { path: pathname, query: search.slice(1) };
}
