// Uses the entries that need Node or msw.
import assert from "node:assert/strict";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers } from "@knowledge-base/server/msw";
import { listen } from "@knowledge-base/server/node";
import { setupServer } from "msw/node";

const server = createReferenceServer({ baseUrl: "https://kb.example.com", seed: demoSeed() });
const { baseUrl, apiKey } = server;
const brainId = "brain_operations";

const interception = setupServer(...createHandlers(server));
interception.listen({ onUnhandledFrame: "error" });
await new KnowledgeBase({ baseUrl, apiKey }).promptIndex.get({ brainId });
interception.close();

const listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
await new KnowledgeBase({ baseUrl: listener.url, apiKey }).promptIndex.get({ brainId });
assert.equal((await (await connect(listener.url)).journal.entries()).length, 2);
await listener.close();
