import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { findBodyRules } from "../adapters/body-rules.ts";
import { type Clock, timestampOrSystemTime } from "../clock.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { createErrorResponse } from "../service/error-response.ts";
import type { Connections, HttpExchange } from "./connections.ts";
import { hasBody } from "./read-request.ts";
import { type MalformedRequest, normalizePath, readMalformedPath, readRequestedPath } from "./read-url.ts";

/** Fields of an error response that the listener itself sends. */
export interface ListenerError {
  readonly status: number;
  readonly message: string;
  /** Path as the client sent it, without its query; empty if the request was not read that far. */
  readonly path?: string | undefined;
  /** The header `Origin`, if the request was read that far. */
  readonly origin?: string | undefined;
}

/** Options of the error responses of a listener. */
export interface ErrorOptions {
  readonly fetch: ReferenceServer["fetch"];
  readonly clock: Clock;
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
export async function sendErrorResponse(
  exchange: HttpExchange,
  error: ListenerError,
  options: ErrorOptions,
): Promise<void> {
  sendEarlyResponse(exchange, await createRejection({ ...error, origin: exchange.request.headers.origin }, options));
}

/** Sends a `Response` to a request, and closes the connection if the body of the request has not arrived. */
export async function sendEarlyFetchResponse(exchange: HttpExchange, response: Response): Promise<void> {
  sendEarlyResponse(exchange, await toEarlyResponse(response));
}

async function toEarlyResponse(response: Response): Promise<EarlyResponse> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), "content-length": body.byteLength };
  return { status: response.status, headers, body };
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
export function closeWithError(socket: Socket, error: ListenerError, options: ErrorOptions): void {
  createRejection(error, options)
    .then((response) => sendAndClose(socket, response))
    .catch(() => socket.destroy());
}

function sendAndClose(socket: Socket, { status, headers, body }: EarlyResponse): void {
  if (!socket.writable) return;
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  socket.end(body);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), drainTimeoutMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Creates the listener of `clientError`, which Node emits if a request is malformed, too large or too slow. */
export function createClientErrorListener(connections: Connections, options: ErrorOptions) {
  return (error: ClientError, socket: Socket): void => {
    const aborted = connections.abortIncomplete(socket);
    // The connection is closing already, and the end of a response may still have to be sent.
    if (!socket.writable) return;
    const isUnused = error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0;
    if (isUnused) socket.destroy();
    else if (aborted?.response.headersSent) {
      // Node sends a response that waits for earlier ones after them, and closes the connection if it has an end.
      if (connections.isIdle(socket)) socket.destroy();
      else aborted.response.end();
    } else {
      const path = aborted ? readRequestedPath(aborted.request.url ?? "") : readMalformedPath(error);
      const rejected = { ...toListenerError(error), path, origin: aborted?.request.headers.origin };
      connections.whenIdle(socket, () => closeWithError(socket, rejected, options));
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

/** Creates the response in the format that belongs to the path. */
async function createRejection(error: ListenerError, { fetch, clock }: ErrorOptions): Promise<EarlyResponse> {
  const { status, message, path = "", origin = null } = error;
  const { createRejection: create, createRejectionHeaders } = findBodyRules(fetch, normalizePath(path)) ?? {};
  if (create) return toEarlyResponse(create(status, message));
  const body = createErrorBody(error, clock);
  return { status, headers: { ...createHeaders(body), ...createRejectionHeaders?.(origin) }, body };
}

function createErrorBody({ status, message, path = "" }: ListenerError, clock: Clock): Uint8Array {
  return Buffer.from(createErrorResponse({ status, message, path, timestamp: timestampOrSystemTime(clock) }).body);
}

function createHeaders(body: Uint8Array): Readonly<Record<string, string | number>> {
  return { "content-type": "application/json; charset=utf-8", "content-length": body.byteLength };
}
