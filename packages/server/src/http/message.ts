/** A request as the edge reads it, from whichever adapter it comes. */
export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** Query as it was sent, without its question mark. */
  readonly query: string;
  /** The value of a header. */
  header(name: string): string | null;
  /** The body; empty where there is none. */
  readonly body: string;
}

/** An answer as the edge gives it. Its body is JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}
