/** A request as the edge reads it, from whichever adapter it comes. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme, host and port that the request was sent to. */
  readonly origin: string;
  /** Path as it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** Query as it was sent, without its question mark. */
  readonly query: string;
  /** The value of a header. */
  header(name: string): string | null;
  /** The body; empty where there is none. */
  readonly body: string;
  /** Tells when the caller has given up. */
  readonly signal: AbortSignal | null;
}

/** How an answer fails to come: nothing ever does, the connection breaks, or half of the body comes and no more. */
export type TransportFailure = "hang" | "reset" | "stall";

/** An answer as the edge gives it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the answer fails to come, where it does. */
  readonly transportFailure?: TransportFailure;
}

/** Answers a request. It never rejects: whatever goes wrong becomes an answer. */
export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse>;

const jsonHeaders = { "content-type": "application/json; charset=utf-8" };

/** An answer whose body is JSON. */
export function jsonResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { ...jsonHeaders, ...headers }, body };
}

/** Stands for the response to a caller that has aborted its request. */
export const noResponse: HttpResponse = { status: 0, headers: {}, body: "", transportFailure: "reset" };
