// Compiles with the types of Node: `await using`, and the declarations of the MCP SDK, which need them.
import { createMcpServerFactory } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";

export async function urlOfListener(): Promise<string> {
  await using listener = await listen(createReferenceServer(), { port: 0 });
  return listener.url;
}

export const createServer: () => object = createMcpServerFactory(new KnowledgeBase(), { brainId: "brain" });
