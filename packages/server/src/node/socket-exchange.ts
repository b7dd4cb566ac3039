import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that has begun to arrive, and the answer that it will get. */
export class SocketExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #endsConnection: (exchange: SocketExchange) => boolean;
  readonly #abortController = new AbortController();
  #held: Request | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    endsConnection: (exchange: SocketExchange) => boolean,
  ) {
    this.request = request;
    this.response = response;
    this.#endsConnection = endsConnection;
  }

  /** Aborts when the client leaves before it has the whole answer. */
  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Keeps a `Request` from being collected, because its signal would never abort then. */
  hold(request: Request): Request {
    this.#held = request;
    return this.#held;
  }

  /** Lets the answer, which is about to be sent, say that its connection ends after it, where it does. */
  tellEnd(): void {
    if (this.#endsConnection(this)) this.response.setHeader("connection", "close");
  }

  /** Gives the answer up. */
  abort(): void {
    this.#abortController.abort();
  }
}
