import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { checkServer } from "../adapters/check-server.ts";
import { systemClock } from "../clock.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { ReferenceServerOptions } from "../reference-server-options.ts";
import { createHostCheck } from "./allowed-hosts.ts";
import { Connections } from "./connections.ts";
import { closeWithError, createClientErrorListener, type ErrorOptions } from "./error-response.ts";
import { createRequestListener } from "./handle-request.ts";
import { ListenError } from "./listen-error.ts";
import { type ListenOptions, type ListenSettings, readListenOptions } from "./listen-options.ts";
import { createClose, type Listener } from "./listener.ts";

/**
 * Serves a reference server over HTTP/1.1.
 *
 * The listener itself rejects these requests, with the documented error body (specification, section 7):
 *
 * | status | request |
 * | --- | --- |
 * | 400 | a malformed request |
 * | 403 | a `host` header that is not allowed |
 * | 408 | a request that is sent too slowly |
 * | 413 | a body that is too large |
 * | 417 | an `expect` header with a value other than `100-continue` |
 * | 431 | headers that are too large |
 * | 501 | the method CONNECT, TRACE or TRACK |
 *
 * All other requests go to `server.fetch`. A `fetch` that is not a reference server's receives a `Request` with the whole body
 * and a signal that aborts if the client disconnects. It returns a `Response`, whose body is streamed. The URL of the request
 * has the host of the `host` header if that is valid.
 *
 * @param server - a reference server, or any object with a `fetch` and a `baseUrl`; `listener.url` has the path of its base
 * URL
 * @throws {@link ListenError} if an option is invalid, the port is not available, or Node is too old
 * @throws TypeError if the server has no `fetch` or no `baseUrl`
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
  server: Pick<ReferenceServer, "fetch" | "baseUrl"> & Pick<ReferenceServerOptions, "clock">,
  options: ListenOptions = {},
): Promise<Listener> {
  checkNodeVersion();
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
  const { bodyLimit, host, allowedHosts, trustProxy } = settings;
  const isAllowedHost = createHostCheck({ address: address.address, host, allowedHosts });
  const handleRequest = createRequestListener({
    fetch,
    clock,
    origin,
    bodyLimit,
    connections,
    isAllowedHost,
    trustProxy,
  });
  nodeServer.on("request", (request, response) => handleRequest(request, response));
  nodeServer.on("checkExpectation", (request, response) => handleRequest(request, response));
  nodeServer.on("checkContinue", (request, response) => handleRequest(request, response, true));
  addErrorListeners(nodeServer, connections, { fetch, clock });

  const close = createClose(nodeServer, connections);
  return { url: origin + path, port: address.port, host: address.address, close, [Symbol.asyncDispose]: () => close() };
}

function checkNodeVersion(): void {
  if ("withResolvers" in Promise) return;
  const message = `Node 22 or later is needed, and this is ${process.versions.node}. Install it from https://nodejs.org.`;
  throw new ListenError("UNSUPPORTED_NODE", `Failed to listen: ${message}`);
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

function addErrorListeners(nodeServer: Server, connections: Connections, options: ErrorOptions): void {
  nodeServer.on("clientError", createClientErrorListener(connections, options));
  nodeServer.on("connect", ({ url: path }, socket) => {
    socket.on("error", () => {});
    const error = { status: 501, message: "The method CONNECT is not supported", path };
    closeWithError(socket as Socket, error, options);
  });
  // A connection that cannot be accepted is an error of its client only.
  nodeServer.on("error", () => {});
}

const systemErrorAdvice: { readonly [Code in string]?: string } = {
  EADDRINUSE: "the port is in use. Use another port, or 0 for any free port.",
  EACCES: "this process is not allowed to use the port. Use a port of 1024 or higher, or 0 for any free port.",
  EADDRNOTAVAIL: "this machine does not have the address. Use one of its addresses, such as 127.0.0.1 or ::1.",
  ENOTFOUND: "the host name is not known. Use a host name or an IP address without a scheme, brackets or a port.",
  EAI_AGAIN: "the host name cannot be looked up at the moment. Use an IP address, such as 127.0.0.1.",
};

function openSocket(server: Server, { port, host }: Pick<ListenSettings, "port" | "host">): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      const { code = "UNKNOWN" } = cause;
      const reason = systemErrorAdvice[code] ?? `the system returned ${code}. Use another port or host.`;
      reject(new ListenError(code, `Failed to listen on ${host} port ${port}: ${reason}`, { cause }));
    };
    server.once("error", onError);
    server.listen({ port, host }, () => {
      server.off("error", onError);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Returns the origin at which a client on this machine reaches an address. */
function originOf({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (address === "::") return `http://[::1]:${port}`;
  return family === "IPv6" ? `http://[${address.replace(/%.*/, "")}]:${port}` : `http://${address}:${port}`;
}
