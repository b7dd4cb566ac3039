import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { TLSSocket, Server as TlsServer } from "node:tls";
import { fieldsOf } from "@knowledge-base/internal";
import type { Fetch } from "../http/fetch.ts";
import { createErrorResponse, findDirectHandler, type HttpResponse } from "../http/message.ts";
import { timestamp } from "../state/time.ts";
import { systemClock } from "../test-tools/clock.ts";
import type { HostReader } from "./allowed-hosts.ts";
import { NodeRequest } from "./node-request.ts";

/** Creates the listener of `request`, which responds with a `fetch` or with the request handler attached to it. */
export function createRequestListener(fetch: Fetch, readHost: HostReader, connections: Connections) {
  async function respond(request: NodeRequest): Promise<void> {
    const { rejection } = request;
    const handle = findDirectHandler(fetch, request.path);
    if (handle) {
      sendResponse(await handle(request), request, connections);
    } else if (rejection) {
      sendError(rejection.status, rejection.message, request, connections);
    } else {
      await sendFetchResponse(await fetch(toFetchRequest(request)), request, connections);
      // The rest of a body that was read in part would block the connection.
      request.message.resume();
    }
  }

  return (message: IncomingMessage, response: ServerResponse): void => {
    const request = new NodeRequest(message, response, readHost);
    connections.add(request);
    respond(request)
      .catch((error) => handleError(error, request, connections))
      .catch(() => message.socket.destroy());
  };
}

/** These statuses have no body, and in their responses a length would describe another response. */
const statusesWithoutLength: ReadonlySet<number> = new Set([204, 304]);

/** Sends the response of a request handler, or lets it fail as planned. */
function sendResponse(
  { status, headers, body, transportFailure }: HttpResponse,
  request: NodeRequest,
  connections: Connections,
): void {
  const { response } = request;
  if (request.isAborted()) return;
  if (transportFailure === "reset") {
    connections.reset(request);
    return;
  }
  if (transportFailure) connections.markEndless(request);
  if (transportFailure === "hang") return;
  if (connections.isClosing) response.setHeader("connection", "close");
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...(!statusesWithoutLength.has(status) && { "content-length": length }), ...headers });
  // Node writes a text and the headers together in one encoding, and headers are Latin-1.
  const sent = length === body.length ? body : Buffer.from(body);
  if (transportFailure === "stall") response.write(sent, "latin1");
  else response.end(sent, "latin1");
}

function sendError(status: number, message: string, request: NodeRequest, connections: Connections): void {
  const fields = { status, message, path: request.path, timestamp: timestamp(systemClock.now()) };
  sendResponse(createErrorResponse(fields), request, connections);
}

/** Responds to a request whose `fetch` or response has failed. */
function handleError(error: unknown, request: NodeRequest, connections: Connections): void {
  const { message, response } = request;
  const { message: problem = "Internal server error", cause } = fieldsOf(error);
  const { code } = fieldsOf(cause);
  if (code === "ECONNRESET") connections.reset(request);
  else if (response.headersSent) message.socket.destroy();
  else sendError(500, String(problem), request, connections);
}

/** Creates a `Request` whose body can be read while it arrives. */
function toFetchRequest(request: NodeRequest): Request {
  const { message, method, origin, path, query, signal } = request;
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  }
  // Without `destroyOnReturn: false` a body that is not read to its end would close the connection.
  const chunks = request.hasBody ? message.iterator({ destroyOnReturn: false }) : null;
  const body = chunks && (NodeReadableStream.from(chunks) as ReadableStream);
  // URL treats a backslash as a slash. The path would then differ from what a proxy in front has checked.
  const target = `${path}${query === "" ? "" : `?${query}`}`.replaceAll("\\", "%5C");
  // A redirect is for the client.
  const init = { method, headers, body, signal, duplex: "half" as const, redirect: "manual" as const };
  request.retained = new Request(origin + (target.startsWith("/") ? target : `/${target}`), init);
  return request.retained;
}

/**
 * Sends a `Response` and streams its body. Cancels the rest of the body if it cannot be sent.
 *
 * @throws the error of the body; a part of the body may have been sent by then
 */
async function sendFetchResponse(
  { status, statusText, headers, body }: Response,
  request: NodeRequest,
  connections: Connections,
): Promise<void> {
  const { message, response } = request;
  const stream = body && Readable.fromWeb(body as NodeReadableStream);
  if (connections.isClosing) response.setHeader("connection", "close");
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

/** The open connections of a server and the requests that are in flight on them. */
export class Connections {
  /** In the order of the requests: a client may send several before it reads a response. */
  readonly #requests = new Map<Socket, Set<NodeRequest>>();
  /** With TLS, also the sockets whose handshake is not complete. */
  readonly #sockets = new Set<Socket>();
  /** Whether connections close after their responses. */
  isClosing = false;

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
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
    request.response.on("close", () => {
      if (!request.response.writableFinished) request.abort();
      this.#requests.get(socket)?.delete(request);
      if (this.isClosing) this.#closeIfIdle(socket);
    });
  }

  /** The response will never be complete, so closing does not wait for it. */
  markEndless(request: NodeRequest): void {
    request.isEndless = true;
    if (this.isClosing) this.#closeIfIdle(request.message.socket);
  }

  /** Loses the connection of a request. */
  reset({ message }: NodeRequest): void {
    const { socket } = message;
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  }

  /** Closes all connections at once. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #closeIfIdle(socket: Socket): void {
    // The responses to later requests wait for the first one.
    const [first] = this.#requests.get(socket) ?? [];
    if (!first) socket.destroySoon();
    else if (first.isEndless) socket.destroy();
  }
}
