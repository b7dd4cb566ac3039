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

/** Reads a URL with a text body or none as it is: building a `Request` costs more than answering it. */
function readPlain(input: string | URL | Request, init: RequestInit = {}): Incoming | undefined {
  const { method = "GET", headers, body, signal } = init;
  if (isRequest(input) || (typeof body !== "string" && body !== undefined && body !== null)) return undefined;
  const given = new Headers(headers);
  return {
    request: {
      ...target(input),
      method: method.toUpperCase(),
      header: (name) => given.get(name),
      text: async () => body ?? "",
    },
    signal,
  };
}

function readRequest(input: string | URL | Request, init: RequestInit | undefined): Incoming {
  const request = isRequest(input) && !init ? input : new Request(input, init);
  return {
    request: {
      ...target(request.url),
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

function target(input: string | URL): Pick<HttpRequest, "path" | "query"> {
  const url = new URL(input);
  return { path: url.pathname, query: url.search.slice(1) };
}
