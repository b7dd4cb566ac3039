/** A request, independent of the adapter that received it. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  /** Path of the URL, percent-encoded, without the query. */
  readonly path: string;
  /** Query of the URL, without the question mark. */
  readonly query: string;
  /** Returns the value of a header. */
  header(name: string): string | null;
  /** The body as text; empty if there is none. */
  readonly body: string;
  /** Aborts when the caller aborts the request. */
  readonly signal: AbortSignal | null;
}

/** How a response fails: it never arrives, the connection is reset, or the body stops halfway. */
export type TransportFailure = "hang" | "reset" | "stall";

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the adapter should fail instead of sending the complete response. */
  readonly transportFailure?: TransportFailure;
}

/** Handles a request. It never rejects: an error becomes a response. */
export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse>;

/** Placeholder for the response to a caller that has aborted its request. */
export const noResponse: HttpResponse = { status: 0, headers: {}, body: "", transportFailure: "reset" };

const jsonHeaders = { "content-type": "application/json; charset=utf-8" };

export function createJsonResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { ...jsonHeaders, ...headers }, body };
}
