// Uses the entries that need Node or msw.
import assert from "node:assert/strict";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { setupServer } from "msw/node";

const server = createReferenceServer({ baseUrl: "https://kb.example.com", seed: demoSeed() });
const { apiKey } = server;
const input = { brainId: "brain_operations", limit: 2 };

const interception = setupServer(...createHandlers(server));
interception.listen(strictListenOptions);
assert.equal((await new KnowledgeBase({ baseUrl: server.baseUrl, apiKey }).promptIndex.get(input)).length, 2);
interception.close();

const listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
assert.equal((await new KnowledgeBase({ baseUrl: listener.url, apiKey }).promptIndex.get(input)).length, 2);
assert.equal((await (await connect(listener.url)).journal.entries()).length, 2);
await listener.close();
