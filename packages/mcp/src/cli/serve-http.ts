import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isEqualInConstantTime } from "@knowledge-base/internal";
import { CommandError } from "@knowledge-base/internal/command-line";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";

const host = "127.0.0.1";
const path = "/mcp";

/** Exit code if the port is not available. */
const cannotListen = 3;

/** Inputs have a few short fields. */
const maxRequestBodySize = 256 * 1024;
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5000, maxHeaderSize: 16_384 };
const maxConnections = 256;
const maxSubscriptions = 64;

interface HttpOptions {
  readonly port: number;
  readonly token: string | undefined;
  readonly onerror: (error: Error) => void;
}

/**
 * Serves clients on this machine over streamable HTTP, until it is closed.
 *
 * @throws CommandError if the port is not available
 */
export async function serveHttp(factory: McpServerFactory, { port, token, onerror }: HttpOptions) {
  const handler = createMcpHandler(factory, { maxRequestBodySize, maxSubscriptions, onerror });
  const handle = toNodeHandler(handler, { maxRequestBodySize, onerror });
  // A website can give its host name the address of this machine (DNS rebinding), but browsers still send the name.
  const guards = [localhostHostValidation(), localhostOriginValidation(), createTokenGuard(token), checkPath];
  const server = createServer(limits, (request, response) => {
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
  return {
    name: `http://${host}:${(server.address() as AddressInfo).port}${path}`,
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
