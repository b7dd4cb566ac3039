import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Clock, timestampOrSystemTime } from "../clock.ts";
import { createErrorResponse } from "../http/error-response.ts";
import type { Connections, HttpExchange } from "./connections.ts";
import { hasBody } from "./read-request.ts";
import { type MalformedRequest, readMalformedPath, readRequestedPath } from "./read-url.ts";

/** Fields of an error response that the listener itself sends. */
export interface ListenerError {
  readonly status: number;
  readonly message: string;
  /** Path as the client sent it, without its query; empty if the request was not read that far. */
  readonly path?: string | undefined;
}

/** An error of Node's HTTP parser. */
type ClientError = Error & MalformedRequest & { readonly code?: string; readonly reason?: string };

/**
 * Milliseconds for which a connection is still read after an error response. A connection that closes with unread bytes is
 * reset, and the client may then lose the response.
 */
const drainTimeoutMs = 1000;

/** A whole response to a request whose body may not have arrived. */
interface EarlyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
}

/** Sends an error response to a request, and closes the connection if the body of the request has not arrived. */
export function sendErrorResponse(exchange: HttpExchange, error: ListenerError, clock: Clock): void {
  const body = createErrorBody(error, clock);
  sendEarlyResponse(exchange, { status: error.status, headers: createHeaders(body), body });
}

/** Sends a `Response` to a request, and closes the connection if the body of the request has not arrived. */
export async function sendEarlyFetchResponse(exchange: HttpExchange, response: Response): Promise<void> {
  const body = await response.bytes();
  const headers = { ...Object.fromEntries(response.headers), "content-length": body.byteLength };
  sendEarlyResponse(exchange, { status: response.status, headers, body });
}

function sendEarlyResponse(exchange: HttpExchange, { status, headers, body }: EarlyResponse): void {
  const { request, response } = exchange;
  exchange.setConnectionHeader();
  if (request.complete || !hasBody(request)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { ...headers, connection: "close" }).write(body);
  const timer = setTimeout(() => response.end(), drainTimeoutMs);
  response.once("close", () => clearTimeout(timer));
  // Whoever was reading the body could pause it again.
  request
    .removeAllListeners("data")
    .once("end", () => response.end())
    .resume();
}

/** Sends an error response on a connection that has no readable request, and closes it. */
export function closeWithError(socket: Socket, error: ListenerError, clock: Clock): void {
  if (!socket.writable) return;
  const body = createErrorBody(error, clock);
  const headers = { ...createHeaders(body), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), drainTimeoutMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Creates the listener of `clientError`, which Node emits if a request is malformed, too large or too slow. */
export function createClientErrorListener(connections: Connections, clock: Clock) {
  return (error: ClientError, socket: Socket): void => {
    const aborted = connections.abortIncomplete(socket);
    // The connection is closing already, and the end of a response may still have to be sent.
    if (!socket.writable) return;
    const isUnused = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (isUnused || aborted?.response.headersSent) socket.destroy();
    else {
      const path = aborted ? readRequestedPath(aborted.request.url ?? "") : readMalformedPath(error);
      connections.whenIdle(socket, () => closeWithError(socket, { ...toListenerError(error), path }, clock));
    }
  };
}

function toListenerError({ code, reason }: ClientError): ListenerError {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, message: "The request did not arrive in time" };
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: "The head of the request is too large" };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, message: "The extensions of a chunk are too large" };
    default:
      return { status: 400, message: `Malformed request${reason === undefined ? "" : `: ${reason}`}` };
  }
}

function createErrorBody({ status, message, path = "" }: ListenerError, clock: Clock): Uint8Array {
  return Buffer.from(createErrorResponse({ status, message, path, timestamp: timestampOrSystemTime(clock) }).body);
}

function createHeaders(body: Uint8Array): Readonly<Record<string, string | number>> {
  return { "content-type": "application/json; charset=utf-8", "content-length": body.byteLength };
}
