import { createMcpServerFactory, type McpOptions } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract, type OperationId } from "@knowledge-base/types";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";

const allOperations = Object.keys(contract) as OperationId[];

export const brainId = "brain_operations";

/** The versions of the protocol that clients speak. */
export type Era = "2026-07-28" | "legacy";

export interface ConnectOptions {
  readonly mcp?: Partial<McpOptions>;
  readonly client?: ClientOptions;
  readonly era?: Era;
  /** Changes each MCP server before it is connected. */
  readonly extend?: (mcpServer: McpServer) => void;
  /** Changes the parameters of each call of a tool before they are sent. */
  readonly changeParams?: (params: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * Connects a client of the official package, without a socket, to a server whose tools call a reference server with the demo seed.
 * `received` has the content of every response to the client.
 */
export async function connect(options: ConnectOptions = {}) {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ ...server.connection, retries: 0, logLevel: "off" });
  const factory = createMcpServerFactory(kb, { brainId, allow: allOperations, ...options.mcp });
  const handler = createMcpHandler(() => {
    const mcpServer = factory();
    options.extend?.(mcpServer);
    return mcpServer;
  });
  const received: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL("http://mcp.test/mcp"), {
    fetch: async (input, init) => {
      const body = typeof init?.body === "string" ? changeCall(init.body, options.changeParams) : null;
      const response = await handler.fetch(new Request(input, { ...init, body }));
      const copy = response.clone();
      void copy.text().then(
        (text) => received.push(text),
        () => {},
      );
      return response;
    },
  });
  const client = new Client({ name: "test", version: "1.0.0" }, withEra(options.client, options.era));
  await client.connect(transport);
  return {
    client,
    server,
    received,
    async [Symbol.asyncDispose]() {
      await client.close();
      await handler.close();
    },
  };
}

function changeCall(body: string, change: ConnectOptions["changeParams"]): string {
  const { method, params, ...message } = JSON.parse(body);
  return JSON.stringify({ ...message, method, params: method === "tools/call" && change ? change(params) : params });
}

/** Returns the options of a client that speaks one version of the protocol. */
export function withEra(options: ClientOptions = {}, era: Era = "2026-07-28"): ClientOptions {
  return { ...options, versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: era } } };
}

/** Returns the text of the result of a tool. */
export function textOf({ content }: { readonly content: readonly object[] }): string {
  return content.map((block) => ("text" in block ? block.text : "")).join("\n");
}
