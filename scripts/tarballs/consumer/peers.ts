// Compiles the entries that need msw, Vitest or the types of Node.
import { createMcpServerFactory } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import * as msw213 from "msw-2.13";
import { setupServer as setupServer213 } from "msw-2.13/node";
import * as msw215 from "msw-2.15";
import { setupServer as setupServer215 } from "msw-2.15/node";

export async function urlOfListener(): Promise<string> {
  await using listener = await listen(createReferenceServer(), { port: 0 });
  return listener.url;
}

export const createServer: () => object = createMcpServerFactory(new KnowledgeBase(), { brainId: "brain" });

export const test = createTest({
  client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
});

const server = createReferenceServer();
const handlers: HttpHandler[] = createHandlers(server);
setupServer(...handlers).listen(strictListenOptions);
setupServer213(...createHandlers(server, msw213)).listen(strictListenOptions);
setupServer215(...createHandlers(server, msw215)).listen(strictListenOptions);
