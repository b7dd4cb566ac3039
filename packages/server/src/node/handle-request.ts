import type { IncomingMessage, ServerResponse } from "node:http";
import { createHeaders } from "@remix-run/node-fetch-server";
import { findDirectHandler } from "../adapters/direct-handler.ts";
import { toFetchResponse } from "../adapters/fetch.ts";
import type { Clock } from "../clock.ts";
import type { RequestHandler } from "../http/http-message.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { Connections, HttpExchange } from "./connections.ts";
import { sendErrorResponse } from "./error-response.ts";
import { bodyTooLarge, exceedsBodyLimit, hasBody, RequestError, readBody, readRequestUrl } from "./read-request.ts";
import { sendFetchResponse, sendResponse } from "./send-response.ts";

/** Options of {@link createRequestListener}. */
export interface RequestListenerOptions {
  readonly fetch: ReferenceServer["fetch"];
  readonly clock: Clock;
  /** Origin of the listener, such as `http://127.0.0.1:43521`. */
  readonly origin: string;
  readonly bodyLimit: number;
  readonly connections: Connections;
}

/** Handles a request of a Node server. Never throws. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates the listener of `request`, which responds with a `fetch` or with the request handler attached to it. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { origin, clock, connections } = options;
  return (request, response) => {
    const exchange = connections.startExchange(request, response);
    const url = readRequestUrl(request, origin);
    handleRequest(exchange, url, options).catch((error) => handleError(exchange, error, url?.pathname, clock));
  };
}

/** Methods for which the platform cannot create a `Request`. */
const unsupportedMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

const methodsWithoutBody = new Set(["GET", "HEAD"]);

const decoder = new TextDecoder();

async function handleRequest(
  exchange: HttpExchange,
  url: URL | undefined,
  options: RequestListenerOptions,
): Promise<void> {
  const { fetch, bodyLimit } = options;
  const { method = "GET", headers } = exchange.request;
  if (url === undefined) throw new RequestError(400, "The request target is no path");
  if (unsupportedMethods.has(method)) throw new RequestError(501, `The method ${method} is not supported`);
  if (!/^100-continue$/i.test(headers.expect ?? "100-continue")) {
    throw new RequestError(417, `The expectation ${headers.expect} cannot be met`);
  }
  if (exceedsBodyLimit(exchange.request, bodyLimit)) throw bodyTooLarge(bodyLimit);
  const handler = findDirectHandler(fetch, url.pathname);
  if (handler) await callHandler(exchange, url, handler, bodyLimit);
  else await sendFetchResponse(await fetch(await toFetchRequest(exchange, url, bodyLimit)), exchange);
}

/** Creates a `Response` only if the response fails on purpose: creating one costs more than handling the request. */
async function callHandler(
  exchange: HttpExchange,
  { origin, pathname: path, search }: URL,
  handler: RequestHandler,
  bodyLimit: number,
): Promise<void> {
  const { request, signal } = exchange;
  const { method = "GET", headers } = request;
  const readsBody = hasBody(request) && !methodsWithoutBody.has(method);
  const body = readsBody ? decoder.decode(await readBody(request, bodyLimit)) : "";
  const header = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  const httpRequest = { method, origin, path, query: search.slice(1), header, body, signal };
  const response = await handler(httpRequest);
  if (response.transportFailure) await sendFetchResponse(await toFetchResponse(response, httpRequest), exchange);
  else sendResponse(response, exchange);
}

async function toFetchRequest(exchange: HttpExchange, url: URL, bodyLimit: number): Promise<Request> {
  const { request, signal } = exchange;
  const { method = "GET" } = request;
  const body = methodsWithoutBody.has(method) ? null : await readBody(request, bodyLimit);
  const headers = createHeaders(request);
  return exchange.retain(new Request(url.origin + url.pathname + url.search, { method, headers, body, signal }));
}

function handleError(exchange: HttpExchange, error: unknown, path: string | undefined, clock: Clock): void {
  const { request, response, signal } = exchange;
  if (signal.aborted) return;
  if (isConnectionReset(error)) {
    request.socket.resetAndDestroy();
  } else if (response.headersSent) {
    request.socket.destroy();
  } else {
    const status = error instanceof RequestError ? error.status : 500;
    const message = error instanceof Error ? error.message : "Internal server error";
    sendErrorResponse(exchange, { status, message, path }, clock);
  }
}

/** Checks whether an error is the one with which `fetch` rejects if the connection is reset. */
function isConnectionReset(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  return code === "ECONNRESET";
}
