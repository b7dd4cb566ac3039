import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that has begun to arrive, and the answer that it will get. */
export class SocketExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #abortController = new AbortController();

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
  }

  /** Aborts when the client leaves before it has the whole answer. */
  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Gives the answer up. */
  abort(): void {
    this.#abortController.abort();
  }
}
