import type { IncomingMessage, ServerResponse } from "node:http";
import { createHeaders } from "@remix-run/node-fetch-server";
import { findBodyRules } from "../adapters/body-rules.ts";
import { findDirectHandler } from "../adapters/direct-handler.ts";
import { toFetchResponse } from "../adapters/fetch.ts";
import type { Clock } from "../clock.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { RequestHandler } from "../service/http-message.ts";
import type { HostCheck } from "./allowed-hosts.ts";
import type { Connections, HttpExchange } from "./connections.ts";
import { sendEarlyFetchResponse, sendErrorResponse } from "./error-response.ts";
import { NodeRequest } from "./node-request.ts";
import { bodyTooLarge, exceedsBodyLimit, hasBody, hostNotAllowed, RequestError, readBody } from "./read-request.ts";
import { createUrlReader, type RequestUrl, readRequestedPath } from "./read-url.ts";
import { sendFetchResponse, sendResponse } from "./send-response.ts";
import { streamBody } from "./stream-body.ts";

/** Options of {@link createRequestListener}. */
export interface RequestListenerOptions {
  readonly fetch: ReferenceServer["fetch"];
  readonly clock: Clock;
  /** Origin of the listener, such as `http://127.0.0.1:43521`. */
  readonly origin: string;
  readonly bodyLimit: number;
  readonly isAllowedHost: HostCheck;
  readonly trustProxy: boolean;
  readonly connections: Connections;
}

/**
 * Handles a request of a Node server. Never throws.
 *
 * @param awaitsContinue - whether the client sends the body only after a response with status 100
 */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, awaitsContinue?: boolean) => void;

/** Creates the listener of `request`, which responds with a `fetch` or with the request handler attached to it. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { connections } = options;
  const readUrl = createUrlReader(options);
  return (request, response, awaitsContinue = false) => {
    const exchange = connections.startExchange(request, response);
    handleRequest(exchange, { readUrl, awaitsContinue }, options)
      .catch((error) => handleError(exchange, error, options))
      // The error of a response that cannot be sent.
      .catch(() => request.socket.destroy());
  };
}

/** Methods for which the platform cannot create a `Request`. */
const unsupportedMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

const methodsWithoutBody = new Set(["GET", "HEAD"]);

const decoder = new TextDecoder();

interface ArrivedRequest {
  readonly readUrl: (request: IncomingMessage) => RequestUrl | undefined;
  readonly awaitsContinue: boolean;
}

async function handleRequest(
  exchange: HttpExchange,
  { readUrl, awaitsContinue }: ArrivedRequest,
  options: RequestListenerOptions,
): Promise<void> {
  const { fetch, isAllowedHost } = options;
  const url = readUrl(exchange.request);
  const rules = url && findBodyRules(fetch, url.pathname);
  const bodyLimit = rules?.streamLimit ?? options.bodyLimit;
  const { method = "GET", headers } = exchange.request;
  if (!isAllowedHost(headers.host)) throw hostNotAllowed(headers.host);
  if (url === undefined) throw new RequestError(400, "The request target is not a path");
  if (unsupportedMethods.has(method)) throw new RequestError(501, `The method ${method} is not supported`);
  if (!/^100-continue$/i.test(headers.expect ?? "100-continue")) {
    throw new RequestError(417, `The expectation ${headers.expect} cannot be met`);
  }
  if (exceedsBodyLimit(exchange.request, bodyLimit)) throw bodyTooLarge(bodyLimit);
  if (awaitsContinue) exchange.response.writeContinue();
  const handler = findDirectHandler(fetch, url.pathname);
  if (handler) {
    await callHandler(exchange, url, handler, bodyLimit);
  } else if (rules?.streamLimit === undefined) {
    const response = await fetch(await toFetchRequest(exchange, url, bodyLimit));
    if (isEventStream(response)) exchange.markEndless();
    await sendFetchResponse(response, exchange);
  } else {
    const response = await fetch(toStreamedRequest(exchange, url));
    if (isEventStream(response)) exchange.markEndless();
    await (exchange.request.complete
      ? sendFetchResponse(response, exchange)
      : sendEarlyFetchResponse(exchange, response));
  }
}

/** Creates a `Response` only if the response fails on purpose: creating one costs more than handling the request. */
async function callHandler(
  exchange: HttpExchange,
  url: RequestUrl,
  handler: RequestHandler,
  bodyLimit: number,
): Promise<void> {
  const { request } = exchange;
  const { method = "GET" } = request;
  const readsBody = hasBody(request) && !methodsWithoutBody.has(method);
  const body = readsBody ? decoder.decode(await readBody(request, bodyLimit)) : "";
  const httpRequest = new NodeRequest(exchange, url, method, body);
  const response = await handler(httpRequest);
  const { transportFailure } = response;
  if (transportFailure === "hang" || transportFailure === "stall") exchange.markEndless();
  if (transportFailure) await sendFetchResponse(await toFetchResponse(response, httpRequest), exchange);
  else sendResponse(response, exchange);
}

/** Checks whether a response is a stream of events, which never ends by itself. */
function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

async function toFetchRequest(exchange: HttpExchange, url: RequestUrl, bodyLimit: number): Promise<Request> {
  const { request, signal } = exchange;
  const { method = "GET" } = request;
  const body = methodsWithoutBody.has(method) ? null : await readBody(request, bodyLimit);
  const headers = createHeaders(request);
  return exchange.retain(new Request(url.origin + url.pathname + url.search, { method, headers, body, signal }));
}

/** Creates a `Request` whose body can be read while it arrives. */
function toStreamedRequest(exchange: HttpExchange, { origin, pathname, search }: RequestUrl): Request {
  const { request, signal } = exchange;
  const { method = "GET" } = request;
  const body = methodsWithoutBody.has(method) || !hasBody(request) ? null : streamBody(request, signal);
  const init = { method, headers: createHeaders(request), body, signal, duplex: "half" as const };
  return exchange.retain(new Request(origin + pathname + search, init));
}

async function handleError(exchange: HttpExchange, error: unknown, options: RequestListenerOptions): Promise<void> {
  const { request, response, isAborted } = exchange;
  if (isAborted) return;
  if (isConnectionReset(error)) {
    request.socket.resetAndDestroy();
  } else if (response.headersSent) {
    request.socket.destroy();
  } else {
    const status = error instanceof RequestError ? error.status : 500;
    const message = error instanceof Error ? error.message : "Internal server error";
    const path = readRequestedPath(request.url ?? "");
    await sendErrorResponse(exchange, { status, message, path }, options);
  }
}

/** Checks whether an error is the one with which `fetch` rejects if the connection is reset. */
function isConnectionReset(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { code } = Object(cause) as { readonly code?: unknown };
  return code === "ECONNRESET";
}
