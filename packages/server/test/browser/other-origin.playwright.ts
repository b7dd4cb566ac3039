import { bundle } from "@knowledge-base/internal/test-helpers/bundle.ts";
import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { beforeAll, expect, it } from "vitest";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { buildState } from "../helpers/build-state.ts";
import { openServerListener } from "../helpers/open-listener.ts";

const { openTab } = useBrowser();

// The message that Chromium writes to the console if a page may not read a response.
const blocked = /CORS policy|Failed to load resource/;

let client = "";

beforeAll(async () => {
  client = await bundle(new URL("../../../sdk/src/index.ts", import.meta.url), "sdk");
});

// Starts a server with controls, and an application of another origin that contains the client.
async function start(options: (appUrl: string) => ReferenceServerOptions) {
  const appUrl = await startHttp(({ url }, response) => {
    const [type, body] = url === "/client.js" ? ["text/javascript", client] : ["text/html", page];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  const server = createReferenceServer({ seed: buildState(), ...options(appUrl) });
  return { appUrl, server, listener: await openServerListener({}, server) };
}

const page = '<link rel="icon" href="data:,"><script src="/client.js"></script>';

// A program for the page that calls operations with the client, and returns a JSON text.
function useClient(baseUrl: string): string {
  return `(async () => {
    const kb = new sdk.KnowledgeBase({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: "key_north", dangerouslyAllowBrowser: true });
    const entries = await kb.promptIndex.get({ brainId: "brain_tides" });
    const binding = await kb.bindings.update({ brainId: "brain_tides", bindingId: "binding_deck", notifyBriefs: false });
    const { error } = await kb.promptIndex.get({ brainId: "brain_moon" }).safe();
    return JSON.stringify([entries.length, binding.notifyBriefs, error.code]);
  })()`;
}

it("a page of another origin uses the client if every origin is allowed", async () => {
  const { appUrl, listener } = await start(() => ({ cors: "*" }));
  const tab = await openTab({}, [/404/]);
  await tab.goto(appUrl);
  expect(await tab.evaluate(useClient(listener.url))).toBe('[1,false,"not_found"]');
});

it("a page of another origin uses the client if its origin is allowed, also with credentials", async () => {
  const { appUrl, server, listener } = await start((origin) => ({ cors: origin }));
  server.faults.add({ operation: "promptIndex.get", kind: "status", status: 429, retryAfter: 0 });
  const tab = await openTab({}, [/404|429/]);
  await tab.goto(appUrl);
  expect(await tab.evaluate(useClient(listener.url))).toBe('[1,false,"not_found"]');
  server.faults.add({ kind: "status", status: 429, retryAfter: 7 });
  const url = JSON.stringify(`${listener.url}/v1/brains/brain_tides/index`);
  const response = `fetch(${url}, { credentials: "include" })`;
  expect(await tab.evaluate(`${response}.then(({ headers }) => headers.get("retry-after"))`)).toBe("7");
});

it.each<{ name: string; options: ReferenceServerOptions }>([
  { name: "CORS is off", options: {} },
  { name: "another origin is allowed", options: { cors: "http://localhost:1" } },
])("a page of another origin can't use the server if $name", async ({ options }) => {
  const { appUrl, server, listener } = await start(() => options);
  const tab = await openTab({}, [blocked]);
  await tab.goto(appUrl);
  await expect(tab.evaluate(useClient(listener.url))).rejects.toThrow("Failed to fetch");
  expect(server.snapshot()).toStrictEqual(buildState());
});

it("a page of another origin can't use the controls, even if its origin is allowed", async () => {
  const { appUrl, server, listener } = await start((origin) => ({ cors: origin }));
  const tab = await openTab({}, [blocked]);
  await tab.goto(appUrl);
  for (const init of ["{ method: 'POST' }", "{ method: 'POST', mode: 'no-cors' }"]) {
    const url = JSON.stringify(`${listener.url}/_control/organizations/delete`);
    await tab.evaluate(`fetch(${url}, ${init}).then(() => undefined, () => undefined)`);
  }
  expect(server.snapshot()).toStrictEqual(buildState());
});
