import type { IncomingMessage, ServerResponse } from "node:http";
import { findDirectHandler } from "../adapters/direct-handler.ts";
import type { Clock } from "../clock.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { answerFromEdge } from "./answer-from-edge.ts";
import { carryRequest } from "./carry-request.ts";
import type { Connections } from "./connections.ts";
import { errorBody, errorHeaders } from "./error-body.ts";
import { isConnectionReset } from "./is-connection-reset.ts";
import { lingerMs } from "./linger.ts";
import { RefusedRequest } from "./refused-request.ts";
import { announcesTooMuch, hasBody, tooLarge } from "./request-body.ts";
import { readRequestTarget } from "./request-target.ts";
import { sendResponse } from "./send-response.ts";
import type { SocketExchange } from "./socket-exchange.ts";

/** What answers requests, and how. */
export interface HandlerOptions {
  readonly fetch: ReferenceServer["fetch"];
  readonly clock: Clock;
  /** Where the listener listens, such as `http://127.0.0.1:43521`. */
  readonly origin: string;
  readonly bodyLimit: number;
  readonly connections: Connections;
}

/** Answers a request of a Node server. It never throws. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes what answers the requests of a Node server with a `fetch`. */
export function createRequestHandler(options: HandlerOptions): RequestHandler {
  const { origin, clock, connections } = options;
  return (request, response) => {
    const exchange = connections.begin(request, response);
    const url = readRequestTarget(request, origin);
    answer(exchange, url, options).catch((error) => fail(exchange, error, url?.pathname, clock));
  };
}

/** Methods that the platform knows no `Request` of. */
const unsupportedMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

async function answer(exchange: SocketExchange, url: URL | undefined, options: HandlerOptions): Promise<void> {
  const { fetch, bodyLimit } = options;
  const { method = "GET", headers } = exchange.request;
  if (url === undefined) throw new RefusedRequest(400, "The request target is no path");
  if (unsupportedMethods.has(method)) throw new RefusedRequest(501, `The method ${method} is not supported`);
  if (!/^100-continue$/i.test(headers.expect ?? "100-continue")) {
    throw new RefusedRequest(417, `The expectation ${headers.expect} cannot be met`);
  }
  if (announcesTooMuch(exchange.request, bodyLimit)) throw tooLarge(bodyLimit);
  const edge = findDirectHandler(fetch, url.pathname);
  if (edge) await answerFromEdge(edge, exchange, url, bodyLimit);
  else await sendResponse(await fetch(await carryRequest(exchange, url, bodyLimit)), exchange);
}

function fail(exchange: SocketExchange, error: unknown, path: string | undefined, clock: Clock): void {
  const { request, response, signal } = exchange;
  if (signal.aborted) return;
  if (isConnectionReset(error)) {
    request.socket.resetAndDestroy();
  } else if (response.headersSent) {
    request.socket.destroy();
  } else {
    const status = error instanceof RefusedRequest ? error.status : 500;
    const message = error instanceof Error ? error.message : "Internal server error";
    sendError(exchange, status, errorBody({ status, message, path }, clock));
  }
}

function sendError(exchange: SocketExchange, status: number, body: Uint8Array): void {
  const { request, response } = exchange;
  exchange.tellEnd();
  const headers = { ...errorHeaders, "content-length": body.byteLength };
  if (request.complete || !hasBody(request)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { ...headers, connection: "close" }).write(body);
  const timer = setTimeout(() => response.end(), lingerMs);
  response.once("close", () => clearTimeout(timer));
  request.once("end", () => response.end()).resume();
}
