import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isEqualInConstantTime } from "@knowledge-base/internal";
import { CommandError } from "@knowledge-base/internal/command-line";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";

const path = "/mcp";

/** Exit code if the port is not available. */
const cannotListen = 3;

/** Inputs have a few short fields. */
const maxRequestBodySize = 256 * 1024;
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5000, maxHeaderSize: 16_384 };
const bothTypes = "application/json, text/event-stream";
const maxConnections = 256;
const maxSubscriptions = 64;

interface HttpOptions {
  readonly port: number;
  readonly token: string | undefined;
  readonly host: string | undefined;
  /** Further host names; undefined if a listener beyond loopback allows every one. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly onerror: (error: Error) => void;
}

/**
 * Serves clients over streamable HTTP, until it is closed.
 *
 * @throws CommandError if the port is not available
 */
export async function serveHttp(factory: McpServerFactory, options: HttpOptions) {
  const { port, token, host = "127.0.0.1", onerror } = options;
  const handler = createMcpHandler(factory, { maxRequestBodySize, maxSubscriptions, onerror });
  const handle = toNodeHandler(handler, { maxRequestBodySize, onerror });
  const guards = [createHostGuard(host, options.allowedHosts), createTokenGuard(token), checkPath];
  const server = createServer(limits, (request, response) => {
    // The SDK requires both media types by name, but many clients send `*/*` or nothing, which means the same.
    const { accept = "*/*" } = request.headers;
    request.headers.accept = accept === "" || accept.includes("*/*") ? bothTypes : accept;
    if (guards.every((isAllowed) => isAllowed(request, response))) void handle(request as ServerRequest, response);
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(cannotListen, `Failed to listen on port ${port}: ${message}. Use another port for --http.`);
  }
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    name: `http://${name}:${(server.address() as AddressInfo).port}${path}`,
    ended: new Promise<void>(() => {}),
    async close() {
      server.close();
      await handler.close();
      server.closeAllConnections();
    },
  };
}

/** A request that a server has received always has both. */
type ServerRequest = IncomingMessage & { method: string; url: string };

type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Checks whether a host is this machine, which other machines cannot reach. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/**
 * Creates the guard against websites. One can give its host name the address of this machine (DNS rebinding), but browsers still send
 * the name, and the origin of the page.
 */
function createHostGuard(host: string, allowedHosts: readonly string[] | undefined): Guard {
  const names = [host, ...(allowedHosts ?? [])].map((name) => name.toLowerCase());
  const allowsEveryHost = allowedHosts === undefined && !isLoopback(host);
  const isAllowed = (url: string) => {
    const name = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "";
    const isName = (allowed: string) =>
      allowed === "*" || (allowed.startsWith(".") ? name.endsWith(allowed) : name === allowed);
    return isLoopback(name) || names.some(isName);
  };
  return ({ headers: { host: sent, origin } }, response) => {
    const isHost = allowsEveryHost || isAllowed(`http://${sent}`);
    if (isHost && (origin === undefined || isAllowed(origin))) return true;
    const advice = "Use localhost, or allow its name with --allowed-hosts.";
    return reject(response, 403, `The ${isHost ? "origin" : "host"} is not allowed. ${advice}`);
  };
}

function createTokenGuard(token: string | undefined): Guard {
  if (token === undefined) return () => true;
  return ({ headers: { authorization = "" } }, response) => {
    const [, given = ""] = /^Bearer +(.*)$/i.exec(authorization) ?? [];
    if (isEqualInConstantTime(given, token)) return true;
    return reject(response, 401, "The token is missing or wrong.", { "www-authenticate": "Bearer" });
  };
}

function checkPath({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
  return url.replace(/\?.*/s, "") === path || reject(response, 404, `The server is at ${path}.`);
}

function reject(response: ServerResponse, status: number, message: string, headers = {}): false {
  const body = { jsonrpc: "2.0", id: null, error: { code: -32_000, message } };
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
  response.end(JSON.stringify(body));
  return false;
}
