// Uses the entries that need Node or msw.
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
const intercepted = await new KnowledgeBase({ baseUrl: server.baseUrl, apiKey }).promptIndex.get(input);
check(intercepted.length === 2, "The handlers of msw handle the global fetch");
interception.close();

const listener = await listen({ ...server, fetch: withControl(server) }, { port: 0 });
const overHttp = await new KnowledgeBase({ baseUrl: listener.url, apiKey }).promptIndex.get(input);
check(overHttp.length === 2, "The listener responds");
const journal = await (await connect(listener.url)).journal.entries();
check(journal.length === 2, "The controls over HTTP have the journal");
await listener.close();
console.log("socket and msw work");

function check(condition, expectation) {
  if (!condition) throw new Error(`Not fulfilled: ${expectation}.`);
}
