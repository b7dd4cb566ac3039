import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { checkServer } from "../adapters/check-server.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { checkNode } from "./check-node.ts";
import { createClientErrorListener } from "./client-error.ts";
import { createClose } from "./close-server.ts";
import { Connections } from "./connections.ts";
import { createRequestHandler, type RequestHandler } from "./handle-request.ts";
import { type ListenOptions, type ListenSettings, readListenOptions } from "./listen-options.ts";
import type { Listener } from "./listener.ts";
import { openSocket } from "./open-socket.ts";
import { originOf } from "./origin-of.ts";
import { refuseConnection } from "./refuse-connection.ts";
import { announcesTooMuch } from "./request-body.ts";

/**
 * Serves a reference server over HTTP/1.1.
 *
 * What is no request at all, is too large or too slow is answered here, with the documented error body (specification,
 * section 7) and 400, 408, 413, 417, 431 or 501. Anything else is answered by `server.fetch`. One that is not a reference
 * server's gets a `Request`, whose body is whole and whose signal aborts when the client leaves, and gives a `Response`,
 * whose body is sent as it comes. The URL has the host that the client names, where that is one.
 *
 * @param server a reference server, or anything else that has a `fetch`; `listener.url` has the path of its base URL
 * @throws {@link ListenError} where an option is invalid, the port cannot be taken, or Node is too old
 * @throws TypeError where the server has no `fetch` or no `baseUrl`
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { listen } from "@knowledge-base/server/node";
 *
 * const server = createReferenceServer();
 * await using listener = await listen(server, { port: 0 });
 * const response = await fetch(`${listener.url}/v1/brains/brain_operations/index`, {
 *   headers: { "x-api-key": server.apiKey },
 * });
 * console.log(response.status); // 404
 * ```
 */
export async function listen(
  server: Pick<ReferenceServer, "fetch" | "baseUrl"> & { readonly clock?: Clock | undefined },
  options: ListenOptions = {},
): Promise<Listener> {
  checkNode();
  const settings = readListenOptions(options);
  const { path } = checkServer("listen", server);
  const { fetch, clock = systemClock } = server;

  const nodeServer = createNodeServer(settings);
  const connections = new Connections();
  nodeServer.on("connection", (socket) => {
    if (settings.unref) socket.unref();
    connections.add(socket);
  });
  const address = await openSocket(nodeServer, settings);
  if (settings.unref) nodeServer.unref();

  const origin = originOf(address);
  const { bodyLimit } = settings;
  answerWith(nodeServer, createRequestHandler({ fetch, clock, origin, bodyLimit, connections }), bodyLimit);
  refuseWith(nodeServer, connections, clock);

  const close = createClose(nodeServer, connections);
  return { url: origin + path, port: address.port, host: address.address, close, [Symbol.asyncDispose]: () => close() };
}

function createNodeServer({ headersTimeout, requestTimeout, keepAliveTimeout }: ListenSettings): Server {
  const shortest = Math.min(...[headersTimeout, requestTimeout].filter((timeout) => timeout > 0));
  return createServer({
    requireHostHeader: false,
    optimizeEmptyRequests: true,
    keepAliveTimeout,
    requestTimeout,
    headersTimeout: requestTimeout === 0 ? headersTimeout : Math.min(headersTimeout, requestTimeout),
    connectionsCheckingInterval: Math.min(Math.ceil(shortest / 4), 1000),
  });
}

function answerWith(nodeServer: Server, handle: RequestHandler, bodyLimit: number): void {
  nodeServer.on("request", handle);
  nodeServer.on("checkExpectation", handle);
  nodeServer.on("checkContinue", (request, response) => {
    if (!announcesTooMuch(request, bodyLimit)) response.writeContinue();
    handle(request, response);
  });
}

function refuseWith(nodeServer: Server, connections: Connections, clock: Clock): void {
  nodeServer.on("clientError", createClientErrorListener(connections, clock));
  nodeServer.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    refuseConnection(socket as Socket, { status: 501, message: "The method CONNECT is not supported" }, clock);
  });
  // A connection that cannot be accepted is the client's to notice.
  nodeServer.on("error", () => {});
}
