/** A request, independent of the adapter that received it. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  /** Path as the client sent it, without the query. */
  readonly path: string;
  /** Query of the URL, without the question mark. */
  readonly query: string;
  /** Returns the value of a header; its name is in lower case. */
  header(name: string): string | null;
  /** All headers by name, in lower case. They do not change, whatever the caller does to its own. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, or a promise of it while it arrives. If it does not arrive completely, the request counts as aborted. */
  readonly body: RequestBody | Promise<RequestBody>;
  /** Reason why the adapter rejects the request. */
  readonly rejection?: { readonly status: number; readonly message: string } | undefined;
  /** Aborts when the caller aborts the request. It may be created when it is first read, which costs much. */
  readonly signal: AbortSignal | null;
  /** Returns whether the caller has aborted the request. */
  isAborted(): boolean;
}

/** The body of a request. */
export interface RequestBody {
  /** The body as text; empty if there is none. Only its beginning if it is too large. */
  readonly text: string;
  /** Whether the adapter has stopped reading at the limit. */
  readonly isTooLarge: boolean;
}

export const noBody: RequestBody = { text: "", isTooLarge: false };

/** How a response fails: it never arrives, the connection is reset, or the body stops halfway. */
export type TransportFailure = "hang" | "reset" | "stall";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the adapter should fail instead of sending the complete response. */
  readonly transportFailure?: TransportFailure;
}

/** Checks whether nothing of a response arrives. */
export function isResponseLost({ transportFailure }: HttpResponse): boolean {
  return transportFailure === "hang" || transportFailure === "reset";
}

/** Handles a request. It never rejects: an error becomes a response. */
export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse>;

/** Placeholder for the response to a caller that has aborted its request. */
export const noResponse: HttpResponse = { status: 0, headers: {}, body: "", transportFailure: "reset" };

const jsonHeaders: HttpResponse["headers"] = { "content-type": "application/json; charset=utf-8" };

/** Creates a response with a body of JSON, or without one if it is empty. */
export function createJsonResponse(
  status: number,
  body: string,
  headers?: Readonly<Record<string, string>>,
): HttpResponse {
  if (body === "") return { status, headers: headers ?? {}, body };
  return { status, headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders, body };
}

/** Creates the response to an OPTIONS request for a path with methods, as Express does. */
export function createOptionsResponse(methods: readonly string[]): HttpResponse {
  const allowed = new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods);
  const allow = Array.from(allowed).toSorted().join(", ");
  const headers = { allow, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body: allow };
}

/** Removes the body of a response to HEAD, and keeps the length that it would have. A body that is not sent cannot stall. */
export function omitBody(response: HttpResponse): HttpResponse {
  const { status, headers, body } = response;
  if (isResponseLost(response)) return response;
  if (body === "") return { status, headers, body };
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { "content-length": String(length), ...headers }, body: "" };
}
