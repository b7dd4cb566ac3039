import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { SocketExchange } from "./socket-exchange.ts";

interface Connection {
  /** In the order in which the requests came: a client may send several before it reads an answer. */
  readonly exchanges: Set<SocketExchange>;
  /** What happens instead of waiting for another request. */
  last?: (() => void) | undefined;
}

/** Every open connection, and what is in flight on it. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #isEnding = false;
  #isCut = false;

  /** Whether a connection ends after an answer that is about to be sent. */
  readonly #endsAfter = (exchange: SocketExchange): boolean => {
    if (!this.#isEnding) return false;
    const exchanges = this.#open.get(exchange.request.socket)?.exchanges ?? [];
    return [...exchanges].at(-1) === exchange;
  };

  /** Keeps track of a connection until it closes. */
  add(socket: Socket): void {
    if (this.#isCut) {
      socket.destroy();
      return;
    }
    const connection: Connection = { exchanges: new Set() };
    this.#open.set(socket, connection);
    socket.once("close", () => {
      this.#open.delete(socket);
      // Of the answers that wait for an earlier one, some versions of Node do not tell that they cannot be sent any more.
      for (const { response } of connection.exchanges) if (!response.socket) response.emit("close");
    });
  }

  /** Notes that a request has begun to arrive. */
  begin(request: IncomingMessage, response: ServerResponse): SocketExchange {
    const exchange = new SocketExchange(request, response, this.#endsAfter);
    const connection = this.#open.get(request.socket);
    connection?.exchanges.add(exchange);
    response.once("close", () => {
      if (!response.writableFinished) exchange.abort();
      connection?.exchanges.delete(exchange);
      if (connection?.exchanges.size === 0) connection.last?.();
    });
    return exchange;
  }

  /** Gives up a request that will not arrive whole. The earlier ones on its connection stay in flight. */
  abandonIncomplete(socket: Socket): SocketExchange | undefined {
    const exchanges = this.#open.get(socket)?.exchanges;
    const incomplete = [...(exchanges ?? [])].find(({ request }) => !request.complete);
    if (!incomplete) return undefined;
    exchanges?.delete(incomplete);
    incomplete.abort();
    return incomplete;
  }

  /** Does a last thing with a connection, as soon as nothing is in flight on it any more. */
  finish(socket: Socket, last: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.last ??= last;
    if (connection.exchanges.size === 0) connection.last();
  }

  /** From now on answers say that their connection ends. */
  announceEnd(): void {
    this.#isEnding = true;
  }

  /** Ends the connections that are idle now, and each other one when its last answer is sent. */
  end(): void {
    for (const [socket, connection] of this.#open) {
      connection.last = () => socket.destroySoon();
      if (connection.exchanges.size === 0) connection.last();
    }
  }

  /** Ends every connection, whatever is in flight. */
  cut(): void {
    this.#isCut = true;
    for (const [socket, { exchanges }] of this.#open) {
      for (const exchange of exchanges) exchange.abort();
      socket.destroy();
    }
  }
}
