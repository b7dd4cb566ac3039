import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { NodeRequest } from "./node-request.ts";

/** The open connections of a server and the requests that are in flight on them. */
export class Connections {
  /** In the order of the requests: a client may send several before it reads a response. */
  readonly #requests = new Map<Socket, Set<NodeRequest>>();
  /** Whether connections close after their responses. */
  isClosing = false;

  constructor(server: Server) {
    server.on("connection", (socket) => {
      const requests = new Set<NodeRequest>();
      this.#requests.set(socket, requests);
      socket.once("close", () => {
        this.#requests.delete(socket);
        for (const request of requests) request.abort();
      });
    });
    // Node's own function also closes connections whose response is written, even if a slow client has not received all of it.
    server.closeIdleConnections = () => {
      this.isClosing = true;
      for (const socket of this.#requests.keys()) this.#closeIfIdle(socket);
    };
  }

  /** Tracks a request until its response is sent or its client disconnects. */
  add(request: NodeRequest): void {
    const { socket } = request.message;
    this.#requests.get(socket)?.add(request);
    request.response.once("close", () => {
      if (!request.response.writableFinished) request.abort();
      this.#requests.get(socket)?.delete(request);
      if (this.isClosing) this.#closeIfIdle(socket);
    });
  }

  /** Marks the response to a request as one that will never be complete, so that closing does not wait for it. */
  markEndless(request: NodeRequest): void {
    request.isEndless = true;
    if (this.isClosing) this.#closeIfIdle(request.message.socket);
  }

  #closeIfIdle(socket: Socket): void {
    // The responses to later requests wait for the first one.
    const [first] = this.#requests.get(socket) ?? [];
    if (!first) socket.destroySoon();
    else if (first.isEndless) socket.destroy();
  }
}
