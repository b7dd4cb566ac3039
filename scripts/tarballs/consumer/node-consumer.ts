// Compiles the entry for Node without the types of Node and without lib `esnext.disposable`.
import { createMcpServerFactory } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, listen } from "@knowledge-base/server/node";

export const createMcpServer = createMcpServerFactory(new KnowledgeBase(), { brainId: "brain_operations" });
export const listener: Promise<Listener> = listen(createReferenceServer(), { port: 0 });
