import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Server as TlsServer } from "node:tls";
import { fieldsOf } from "@knowledge-base/internal/json";
import { timestamp } from "../basics/time.ts";
import type { Fetch } from "../http/fetch.ts";
import { createErrorResponse, type HttpResponse, type LostResponse } from "../http/message.ts";
import type { FindHandler } from "../reference-server/core.ts";
import { systemClock } from "../test-tools/clock.ts";
import { type HostReader, NodeRequest } from "./node-request.ts";

// In responses with these statuses, which have no body, a length would describe another response.
const statusesWithoutLength: ReadonlySet<number> = new Set([204, 304]);

/**
 * Responds to the requests of a Node server with the request handler behind a `fetch`, or else with the `fetch`. Knows which requests
 * are in flight on its connections.
 */
export class RequestListener {
  readonly #fetch: Fetch;
  readonly #findHandler: FindHandler | undefined;
  readonly #readHost: HostReader;
  // In the order of the requests: a client may send several before it reads a response.
  readonly #requests = new Map<Socket, Set<NodeRequest>>();
  // By the address of the client: with TLS, requests name another socket, which can't be reset. Sockets in a handshake are here, too.
  readonly #sockets = new Map<string, Socket>();
  #isClosing = false;

  constructor(server: Server, fetch: Fetch, findHandler: FindHandler | undefined, readHost: HostReader) {
    this.#fetch = fetch;
    this.#findHandler = findHandler;
    this.#readHost = readHost;
    server.on("connection", (socket: Socket) => {
      const address = addressOf(socket);
      this.#sockets.set(address, socket);
      socket.once("close", () => this.#sockets.delete(address));
    });
    // With TLS, requests name the socket of the secure connection.
    server.on(server instanceof TlsServer ? "secureConnection" : "connection", (socket: Socket) => {
      const requests = new Set<NodeRequest>();
      this.#requests.set(socket, requests);
      socket.once("close", () => {
        this.#requests.delete(socket);
        for (const request of requests) request.abort();
      });
    });
    // `server.close()` calls this function, which would also close connections whose response is written, even if a slow client hasn't
    // received all of it. `beginClose` closes those that are idle.
    server.closeIdleConnections = () => {};
    server.on("request", this.#handle).on("checkExpectation", this.#handle);
  }

  /** Closes idle connections, and each other one when its requests have their responses. */
  beginClose(): void {
    this.#isClosing = true;
    const openAddresses = new Set(Array.from(this.#requests.keys(), addressOf));
    for (const socket of this.#requests.keys()) this.#closeIfIdle(socket);
    // The others are in a TLS handshake.
    for (const [address, socket] of this.#sockets) if (!openAddresses.has(address)) socket.destroy();
  }

  /** Closes all connections at once. */
  destroyAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  readonly #handle = (message: IncomingMessage, response: ServerResponse): void => {
    const request = new NodeRequest(message, response, this.#readHost);
    const { socket } = message;
    this.#requests.get(socket)?.add(request);
    response.on("close", () => {
      if (!response.writableFinished) request.abort();
      this.#requests.get(socket)?.delete(request);
      if (this.#isClosing) this.#closeIfIdle(socket);
    });
    this.#respond(request)
      .catch((error) => this.#handleError(error, request))
      .catch(() => socket.destroy());
  };

  async #respond(request: NodeRequest): Promise<void> {
    const { path, rejection } = request;
    const handle = this.#findHandler?.(path);
    if (handle) {
      this.#send(await handle(request), request);
    } else if (rejection) {
      this.#sendError(rejection.status, rejection.message, request);
    } else {
      try {
        await this.#sendFetched(await this.#fetch(toFetchRequest(request)), request);
      } finally {
        // The rest of a body that was read in part would block the connection.
        request.message.resume();
      }
    }
  }

  // Sends the response of a request handler, or lets it fail as planned.
  #send(handled: HttpResponse | LostResponse, request: NodeRequest): void {
    const { response } = request;
    if (request.isAborted()) return;
    if (handled === "reset") {
      this.#reset(request);
      return;
    }
    if (handled === "hang") {
      this.#markEndless(request);
      return;
    }
    const { status, headers, body, isStalled } = handled;
    if (isStalled) this.#markEndless(request);
    if (this.#isClosing) response.setHeader("connection", "close");
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...(!statusesWithoutLength.has(status) && { "content-length": length }), ...headers });
    // Node writes a text and the headers together in one encoding, and headers are Latin-1.
    const sent = length === body.length ? body : Buffer.from(body);
    if (isStalled) response.write(sent, "latin1");
    else response.end(sent, "latin1");
  }

  #sendError(status: number, message: string, request: NodeRequest): void {
    const fields = { status, message, path: request.path, timestamp: timestamp(systemClock.now()) };
    this.#send(createErrorResponse(fields), request);
  }

  #handleError(error: unknown, request: NodeRequest): void {
    const { message: problem = "Internal server error", cause } = fieldsOf(error);
    const { code } = fieldsOf(cause);
    if (code === "ECONNRESET") this.#reset(request);
    else if (request.response.headersSent) request.message.socket.destroy();
    else this.#sendError(500, String(problem), request);
  }

  // Sends a `Response` and streams its body. Cancels the rest of the body if it can't be sent. Throws the error of the body; a
  // part of the body may have been sent by then.
  async #sendFetched({ status, statusText, headers, body }: Response, request: NodeRequest): Promise<void> {
    const { message, response } = request;
    const stream = body && Readable.fromWeb(body as NodeReadableStream);
    if (this.#isClosing) response.setHeader("connection", "close");
    response.statusCode = status;
    response.statusMessage = statusText;
    response.setHeaders(headers);
    if (stream === null || message.method === "HEAD" || request.isAborted()) {
      stream?.destroy();
      response.end();
      return;
    }
    // The first chunk may never come.
    response.flushHeaders();
    await pipeline(stream, response);
  }

  // The response will never be complete, so closing doesn't wait for it.
  #markEndless(request: NodeRequest): void {
    request.isEndless = true;
    if (this.#isClosing) this.#closeIfIdle(request.message.socket);
  }

  #reset({ message }: NodeRequest): void {
    this.#sockets.get(addressOf(message.socket))?.resetAndDestroy();
  }

  #closeIfIdle(socket: Socket): void {
    // The responses to later requests wait for the first one.
    const [first] = this.#requests.get(socket) ?? [];
    if (!first) socket.destroySoon();
    else if (first.isEndless) socket.destroy();
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

// Creates a `Request` whose body can be read while it arrives.
function toFetchRequest(request: NodeRequest): Request {
  const { message, method, origin, path, query, signal } = request;
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  // Without `destroyOnReturn: false` a body that isn't read to its end would close the connection.
  const chunks = request.hasBody ? message.iterator({ destroyOnReturn: false }) : null;
  const body = chunks && (NodeReadableStream.from(chunks) as ReadableStream);
  // URL treats a backslash as a slash. The path would then differ from what a proxy in front has checked.
  const target = `${path}${query === "" ? "" : `?${query}`}`.replaceAll("\\", "%5C");
  // A redirect is for the client.
  const init = { method, headers, body, signal, duplex: "half" as const, redirect: "manual" as const };
  request.retained = new Request(origin + (target.startsWith("/") ? target : `/${target}`), init);
  return request.retained;
}
