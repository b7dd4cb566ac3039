import type { IncomingMessage, ServerResponse } from "node:http";
import { edgeBehind } from "../adapters/edge-behind.ts";
import { respond } from "../adapters/fetch.ts";
import type { Clock } from "../clock.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { Connections } from "./connections.ts";
import { errorBody, errorHeaders } from "./error-body.ts";
import { isConnectionReset } from "./is-connection-reset.ts";
import { lingerMs } from "./linger.ts";
import { hasBody, readBody } from "./read-body.ts";
import { RefusedRequest } from "./refused-request.ts";
import { readRequestTarget } from "./request-target.ts";
import type { SocketExchange } from "./socket-exchange.ts";
import { writeResponse } from "./write-response.ts";

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
  return (request, response) => {
    const exchange = options.connections.begin(request, response);
    answer(exchange, options).catch((error) => fail(exchange, error, options));
  };
}

/** Methods that the platform knows no `Request` of. */
const unsupportedMethods = new Set(["CONNECT", "TRACE", "TRACK"]);
const methodsWithoutBody = new Set(["GET", "HEAD"]);

async function answer(exchange: SocketExchange, options: HandlerOptions): Promise<void> {
  const { request, response, signal } = exchange;
  const { method = "GET", headers } = request;
  const url = targetOf(request, options);
  if (url === undefined) throw new RefusedRequest(400, "The request target is no path");
  if (unsupportedMethods.has(method)) throw new RefusedRequest(501, `The method ${method} is not supported`);
  if (!/^100-continue$/i.test(headers.expect ?? "100-continue")) {
    throw new RefusedRequest(417, `The expectation ${headers.expect} cannot be met`);
  }
  const readsBody = hasBody(request) && !methodsWithoutBody.has(method);
  const body = readsBody ? await readBody(request, options.bodyLimit) : null;
  const { origin, pathname: path, search } = new URL(url);
  const header = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  const plain = { method, origin, path, query: search.slice(1), header, body: body ?? "", signal };
  const answer = await edgeBehind(options.fetch)?.(plain);
  if (answer && !answer.breakdown) {
    if (options.connections.endsAfter(exchange)) response.setHeader("connection", "close");
    writeAnswer(answer, response);
    return;
  }
  const found = answer
    ? await respond(answer, plain)
    : await options.fetch(url, { method, headers: headers as Record<string, string>, body, signal });
  if (signal.aborted) {
    await found.body?.cancel();
    return;
  }
  if (options.connections.endsAfter(exchange)) response.setHeader("connection", "close");
  await writeResponse(found, response, (error) => fail(exchange, error, options));
}

/** Sends an answer of the server's own, without a `Response` in between. */
function writeAnswer({ status, headers, body }: HttpAnswer, to: ServerResponse): void {
  const length = Buffer.byteLength(body);
  to.writeHead(status, { "content-length": length, ...headers });
  // ASCII, as most answers are, is the same in Latin-1, which leaves as it is.
  to.end(body, length === body.length ? "latin1" : "utf8");
}

function fail(exchange: SocketExchange, error: unknown, options: HandlerOptions): void {
  const { request, response, signal } = exchange;
  if (signal.aborted) return;
  if (isConnectionReset(error)) {
    request.socket.resetAndDestroy();
  } else if (response.headersSent) {
    request.socket.destroy();
  } else {
    const status = error instanceof RefusedRequest ? error.status : 500;
    const message = error instanceof Error ? error.message : "Internal server error";
    const url = targetOf(request, options);
    const path = url === undefined ? "" : new URL(url).pathname;
    const body = errorBody({ status, message, path }, options.clock);
    if (options.connections.endsAfter(exchange)) response.setHeader("connection", "close");
    sendError(exchange, status, body);
  }
}

function targetOf({ url = "", headers }: IncomingMessage, { origin }: HandlerOptions): string | undefined {
  return readRequestTarget(url, headers.host, origin);
}

function sendError({ request, response }: SocketExchange, status: number, body: Uint8Array): void {
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
