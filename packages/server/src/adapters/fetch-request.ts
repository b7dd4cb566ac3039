import type { HttpRequest } from "../service/http-message.ts";

/** A request as it was when `fetch` was called. */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly isBodyTooLarge = false;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal | null;
  /** The `Request` objects from which it was read. */
  readonly sources: readonly Request[] | undefined;

  constructor(
    method: string,
    { origin, pathname, search }: URL,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal | null,
    sources?: readonly Request[],
  ) {
    this.method = method;
    this.origin = origin;
    this.path = pathname;
    this.query = search.slice(1);
    this.headers = headers;
    this.body = body;
    this.signal = signal;
    this.sources = sources;
  }

  header(name: string): string | null {
    return this.headers[name] ?? null;
  }

  isAborted(): boolean {
    return this.signal?.aborted ?? false;
  }
}
