// Compiles the entries that need msw, Vitest or the types of Node.
import { createMcpServerFactory } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { setupServer } from "msw/node";

const server = createReferenceServer();
await using listener = await listen(server, { port: 0 });
export const url: string = listener.url;

setupServer(...createHandlers(server)).listen({ onUnhandledFrame: "error" });

export const test = createTest({
  client: ({ connection }) => new KnowledgeBase(connection),
});
export const createServer: () => object = createMcpServerFactory(new KnowledgeBase(), { brainId: "brain" });
