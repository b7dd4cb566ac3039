import type { HttpRequest } from "../service/http-message.ts";
import type { HttpExchange } from "./connections.ts";
import { type RequestUrl, readRequestedPath } from "./read-url.ts";

/** A request of a Node server that has arrived completely. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly isBodyTooLarge = false;
  readonly query: string;
  readonly headers: HttpRequest["headers"];
  readonly body: string;
  readonly #exchange: HttpExchange;

  constructor(exchange: HttpExchange, { origin, search }: RequestUrl, method: string, body: string) {
    const { url = "", headers } = exchange.request;
    this.method = method;
    this.origin = origin;
    this.path = readRequestedPath(url);
    this.query = search.slice(1);
    this.headers = headers;
    this.body = body;
    this.#exchange = exchange;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  header(name: string): string | null {
    return this.headers[name]?.toString() ?? null;
  }

  isAborted(): boolean {
    return this.#exchange.isAborted;
  }
}
