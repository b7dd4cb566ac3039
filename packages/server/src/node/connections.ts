import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A request that has begun to arrive, and its response. */
export class HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #isLastOfConnection: (exchange: HttpExchange) => boolean;
  readonly #onEndless: () => void;
  #abortController: AbortController | undefined;
  #retained: Request | undefined;
  #isEndless = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    isLastOfConnection: (exchange: HttpExchange) => boolean,
    onEndless: () => void,
  ) {
    this.request = request;
    this.response = response;
    this.#isLastOfConnection = isLastOfConnection;
    this.#onEndless = onEndless;
  }

  /** Whether the response will never be complete. */
  get isEndless(): boolean {
    return this.#isEndless;
  }

  /** Marks the response as one that will never be complete, so that closing does not wait for it. */
  markEndless(): void {
    this.#isEndless = true;
    this.#onEndless();
  }

  /** Whether the client has disconnected before it has received the whole response. */
  get isAborted(): boolean {
    return this.#abortController?.signal.aborted ?? false;
  }

  /** Aborts if the client disconnects before it has received the whole response. Created on demand: few requests need it. */
  get signal(): AbortSignal {
    this.#abortController ??= new AbortController();
    return this.#abortController.signal;
  }

  /** Keeps a `Request` from being garbage-collected, because its signal would then never abort. */
  retain(request: Request): Request {
    this.#retained = request;
    return this.#retained;
  }

  /** Adds `connection: close` to the response if the connection closes after it. Call it just before the response is sent. */
  setConnectionHeader(): void {
    if (this.#isLastOfConnection(this)) this.response.setHeader("connection", "close");
  }

  abort(): void {
    this.#abortController ??= new AbortController();
    this.#abortController.abort();
  }
}

interface Connection {
  /** In the order of the requests: a client may send several before it reads a response. */
  readonly exchanges: Set<HttpExchange>;
  /** Called once no exchange is in flight, instead of waiting for another request. */
  onIdle?: (() => void) | undefined;
}

/** The open connections of a server and the exchanges that are in flight on them. */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  #isClosing = false;
  #closesWhenIdle = false;
  #isDestroyed = false;

  readonly #isLastOfConnection = (exchange: HttpExchange): boolean => {
    if (!this.#isClosing) return false;
    const exchanges = this.#connections.get(exchange.request.socket)?.exchanges ?? [];
    return [...exchanges].at(-1) === exchange;
  };

  /** Tracks a connection until it closes. */
  add(socket: Socket): void {
    if (this.#isDestroyed) {
      socket.destroy();
      return;
    }
    const connection: Connection = { exchanges: new Set() };
    this.#connections.set(socket, connection);
    socket.once("close", () => {
      this.#connections.delete(socket);
      // Some versions of Node emit no `close` for responses that were waiting for an earlier one.
      for (const { response } of connection.exchanges) if (!response.socket) response.emit("close");
    });
  }

  /** Tracks a request until its response is sent or its client disconnects. */
  startExchange(request: IncomingMessage, response: ServerResponse): HttpExchange {
    const connection = this.#connections.get(request.socket);
    const checkIdle = () => connection && this.#checkIdle(request.socket, connection);
    const exchange = new HttpExchange(request, response, this.#isLastOfConnection, checkIdle);
    connection?.exchanges.add(exchange);
    response.once("close", () => {
      if (!response.writableFinished) exchange.abort();
      connection?.exchanges.delete(exchange);
      checkIdle();
    });
    return exchange;
  }

  /** Aborts the exchange whose request will not arrive completely. Earlier exchanges on the connection stay in flight. */
  abortIncomplete(socket: Socket): HttpExchange | undefined {
    const exchanges = this.#connections.get(socket)?.exchanges;
    const incomplete = [...(exchanges ?? [])].find(({ request }) => !request.complete);
    if (!incomplete) return undefined;
    exchanges?.delete(incomplete);
    incomplete.abort();
    return incomplete;
  }

  /** Returns whether no exchange is in flight on a connection. */
  isIdle(socket: Socket): boolean {
    return (this.#connections.get(socket)?.exchanges.size ?? 0) === 0;
  }

  /** Calls a function once no exchange is in flight on a connection. Only the first function of a connection is called. */
  whenIdle(socket: Socket, callback: () => void): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.onIdle ??= callback;
    if (connection.exchanges.size === 0) connection.onIdle();
  }

  /** Makes the last response of each connection announce that the connection closes. */
  startClosing(): void {
    this.#isClosing = true;
  }

  /** Closes each connection once no exchange is in flight on it, or only such that never end. */
  closeWhenIdle(): void {
    this.#closesWhenIdle = true;
    for (const [socket, connection] of this.#connections) {
      connection.onIdle = () => socket.destroySoon();
      this.#checkIdle(socket, connection);
    }
  }

  #checkIdle(socket: Socket, { exchanges, onIdle }: Connection): void {
    // The responses to later requests wait for the first one.
    const [first] = exchanges;
    if (!first) onIdle?.();
    else if (first.isEndless && this.#closesWhenIdle) destroyConnection(socket, exchanges);
  }

  /** Closes every connection at once, and each one that is still added. */
  destroy(): void {
    this.#isDestroyed = true;
    for (const [socket, { exchanges }] of this.#connections) destroyConnection(socket, exchanges);
  }
}

function destroyConnection(socket: Socket, exchanges: Iterable<HttpExchange>): void {
  for (const exchange of exchanges) exchange.abort();
  socket.destroy();
}
