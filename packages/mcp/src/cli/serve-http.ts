import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { createHostCheck } from "@knowledge-base/internal/hosts";
import { readBearer } from "@knowledge-base/internal/http";
import { parseJson } from "@knowledge-base/internal/json";
import { isEqualInConstantTime } from "@knowledge-base/internal/secrets";
import { messageOf } from "@knowledge-base/internal/texts";
import { parseUrl } from "@knowledge-base/internal/url";
import { listen } from "@knowledge-base/server/node";
import { createMcpHandler, type McpServerFactory, readRequestBody } from "@modelcontextprotocol/server";
import { readMessage } from "../read-message.ts";

const path = "/mcp";
const portNotAvailable = 3;

// Inputs have a few short fields.
const maxBodyBytes = 262_144;
const maxConnections = 256;

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
  const { port, host, allowedHosts, onerror } = options;
  const handler = createMcpHandler(factory, { onerror });
  const findProblem = createGuard(options);
  const fetch = async (input: unknown) => {
    const sent = input as Request; // The listener passes nothing else.
    const problem = findProblem(sent);
    if (problem) return problem;
    const body = await readRequestBody(sent, maxBodyBytes);
    if (body.tooLarge) return refuse(413, `The body must not exceed ${maxBodyBytes} bytes.`);
    const headers = new Headers(sent.headers);
    headers.set("accept", readAccept(sent.headers.get("accept") ?? ""));
    // The SDK would reject what the server understands, such as parameters that are null.
    const parsedBody = readMessage(parseJson(body.text));
    return await handler.fetch(new Request(sent, { method: "POST", headers, body: body.text }), { parsedBody });
  };
  // The listener checks the host of each request against DNS rebinding.
  const listening = listen({ fetch, baseUrl: "http://localhost" }, { port, host, allowedHosts, maxConnections });
  const listener = await listening.catch((error) => {
    throw new CommandError(portNotAvailable, messageOf(error));
  });
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    name: `http://${name}:${listener.port}${path}`,
    ended: new Promise<void>(() => {}),
    async close() {
      await handler.close();
      await listener.close({ timeout: 0 });
    },
  };
}

// The SDK wants both media types in lower case. Many clients send `*/*` or nothing, which means the same.
function readAccept(accept: string): string {
  const isAny = accept === "" || accept.includes("*/*");
  return isAny ? "application/json, text/event-stream" : accept.toLowerCase();
}

// A browser sends the origin of its page. Only pages of hosts that are allowed by name may call, even if the listener takes every host.
function createGuard({ host, allowedHosts = [], token }: HttpOptions) {
  const isAllowed = createHostCheck([host, ...allowedHosts]);
  return ({ method, url, headers }: Request): Response | undefined => {
    const origin = headers.get("origin");
    if (origin !== null && !isAllowed(parseUrl(origin)))
      return refuse(403, "The origin is not allowed. Use localhost, or allow its name with --allowed-hosts.");
    if (new URL(url).pathname !== path) return refuse(404, `The server is at ${path}.`);
    if (method !== "POST")
      return refuse(405, `The method ${method} is not allowed. Send a POST request.`, { allow: "POST" });
    // After path and method: a client that gets 401 for what the server doesn't have takes it for a login with OAuth.
    if (token !== undefined && !isEqualInConstantTime(readBearer(headers.get("authorization")), token))
      return refuse(401, "The token is missing or wrong.", { "www-authenticate": "Bearer" });
    return undefined;
  };
}

function refuse(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status, headers });
}
