// Compiles the entries that need msw, Vitest or the types of Node.
import { createMcpServerFactory } from "@knowledge-base/mcp";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { createTest } from "@knowledge-base/server/vitest";
import { setupServer } from "msw/node";
import * as msw213 from "msw-2.13";
import { setupServer as setupServer213 } from "msw-2.13/node";
import * as msw215 from "msw-2.15";
import { setupServer as setupServer215 } from "msw-2.15/node";

const server = createReferenceServer();
await using listener = await listen(server, { port: 0 });
export const url: string = listener.url;

setupServer(...createHandlers(server)).listen(strictListenOptions);
setupServer213(...createHandlers(server, msw213)).listen(strictListenOptions);
setupServer215(...createHandlers(server, msw215)).listen(strictListenOptions);

export const test = createTest({
  client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
});
export const createServer: () => object = createMcpServerFactory(new KnowledgeBase(), { brainId: "brain" });
