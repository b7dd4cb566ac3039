import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createHostCheck,
  isEqualInConstantTime,
  isLoopbackHost,
  parseHost,
  parseJson,
  parseUrl,
  readBearer,
} from "@knowledge-base/internal";
import { CommandError } from "@knowledge-base/internal/command-line";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import { readRequests } from "../lenient-server.ts";

const path = "/mcp";
const portNotAvailable = 3;

// Inputs have a few short fields.
const maxRequestBodySize = 262_144;
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5000, maxHeaderSize: 16_384 };
const maxConnections = 256;
const maxSubscriptions = 64;

interface HttpOptions {
  readonly port: number;
  readonly token: string | undefined;
  readonly host: string;
  // Further host names; undefined if a listener beyond loopback allows every one.
  readonly allowedHosts: readonly string[] | undefined;
  readonly onerror: (error: Error) => void;
}

/**
 * Serves clients over streamable HTTP, until it is closed.
 *
 * @throws CommandError if the port isn't available
 */
export async function serveHttp(factory: McpServerFactory, options: HttpOptions) {
  const { port, host, onerror } = options;
  const handler = createMcpHandler(factory, { maxRequestBodySize, maxSubscriptions, onerror });
  // The SDK would reject what the server understands, such as parameters that are null.
  const read = async (request: Request) => readRequests(parseJson(await request.clone().text()));
  const fetch = async (request: Request) => handler.fetch(request, { parsedBody: await read(request) });
  const handle = toNodeHandler({ fetch }, { maxRequestBodySize, onerror });
  const findProblem = createGuard(options);
  const server = createServer(limits, (request, response) => {
    const [status, message, headers] = findProblem(request) ?? [];
    if (status === undefined) {
      request.headers.accept = readAccept(request.headers.accept);
      return void handle(request as ServerRequest, response);
    }
    response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }));
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { message } = error as Error;
    const problem = `Failed to listen on port ${port}: ${message}. Use another port for --http.`;
    throw new CommandError(portNotAvailable, problem);
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

// A request that a server has received always has both.
type ServerRequest = IncomingMessage & { method: string; url: string };

// The SDK wants both media types in lower case. Many clients send `*/*` or nothing, which means the same.
function readAccept(accept = ""): string {
  const isAny = accept === "" || accept.includes("*/*");
  return isAny ? "application/json, text/event-stream" : accept.toLowerCase();
}

type Problem = readonly [status: number, message: string, headers?: Readonly<Record<string, string>>];

// Checks the host against DNS rebinding, and the origin that a browser sends for a page: of pages, only those of allowed hosts may call,
// even if every host is allowed.
function createGuard({ host, allowedHosts, token }: HttpOptions) {
  const allowsEveryHost = allowedHosts === undefined && !isLoopbackHost(host);
  const isAllowed = createHostCheck([host, ...(allowedHosts ?? [])]);
  const notAllowed = (what: string): Problem => {
    return [403, `The ${what} is not allowed. Use localhost, or allow its name with --allowed-hosts.`];
  };

  return ({ method, url = "", headers }: IncomingMessage): Problem | undefined => {
    const { host: sent = "", origin, authorization, "content-encoding": encoding = "" } = headers;
    const hostUrl = parseHost(sent);
    if (!hostUrl) return [400, "The header Host is not a host name."];
    if (!allowsEveryHost && !isAllowed(hostUrl)) return notAllowed("host");
    if (origin !== undefined && !isAllowed(parseUrl(origin))) return notAllowed("origin");
    if (token !== undefined && !isEqualInConstantTime(readBearer(authorization), token))
      return [401, "The token is missing or wrong.", { "www-authenticate": "Bearer" }];
    if (url.replace(/\?.*/s, "") !== path) return [404, `The server is at ${path}.`];
    if (method !== "POST") return [405, `The method ${method} is not allowed. Send a POST request.`, { allow: "POST" }];
    if (!/^(?:identity)?$/i.test(encoding))
      return [415, "The body is compressed. Send it without a Content-Encoding.", { "accept-encoding": "identity" }];
    return undefined;
  };
}
