import { fileURLToPath } from "node:url";
import { createReferenceServer, type ReferenceServerOptions } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { chromium } from "playwright";
import { build, defaultClientConditions } from "vite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chromium as installed } from "../../../../scripts/test/chromium.ts";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { buildState } from "../helpers/build-state.ts";
import { startHttp } from "./start-http.ts";

const { openTab } = useBrowser();

// The message that Chromium writes to the console if a page may not read a response.
const blocked = /CORS policy|Failed to load resource/;

let client = "";

// Bundles the client for a page, where it is the global `sdk`.
async function bundleClient(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@knowledge-base/source", ...defaultClientConditions] },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL("../../../sdk/src/index.ts", import.meta.url)),
        formats: ["iife"],
        name: "sdk",
      },
    },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  const [chunk] = bundle && "output" in bundle ? bundle.output : [];
  return chunk?.type === "chunk" ? chunk.code : "";
}

beforeAll(async () => {
  client = await bundleClient();
});

// Starts a server with controls, and an application of another origin that contains the client.
async function start(
  options: (appUrl: string) => ReferenceServerOptions,
  listenOptions?: Parameters<typeof listen>[1],
) {
  const appUrl = await startHttp(({ url }, response) => {
    const [type, body] = url === "/client.js" ? ["text/javascript", client] : ["text/html", page];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  const server = createReferenceServer({ seed: buildState(), ...options(appUrl) });
  const listener = await listen({ ...server, fetch: withControl(server) }, listenOptions);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return { appUrl, server, listener };
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

describe("a page of another origin", () => {
  it.each<[name: string, cors: (appUrl: string) => ReferenceServerOptions]>([
    ["its origin", (appUrl) => ({ cors: appUrl })],
    ["every origin", () => ({ cors: "*" })],
  ])("uses the client if %s is allowed", async (_name, cors) => {
    const { appUrl, listener } = await start(cors);
    const tab = await openTab({}, [/404/]);
    await tab.goto(appUrl);
    expect(await tab.evaluate(useClient(listener.url))).toBe('[1,false,"not_found"]');
  });

  it("reads Retry-After, and repeats the request", async () => {
    const { appUrl, server, listener } = await start((origin) => ({ cors: origin }));
    server.faults.add({ operation: "promptIndex.get", kind: "status", status: 429, retryAfter: 0 });
    const tab = await openTab({}, [/404|429/]);
    await tab.goto(appUrl);
    expect(await tab.evaluate(useClient(listener.url))).toBe('[1,false,"not_found"]');
    server.faults.add({ kind: "status", status: 429, retryAfter: 7 });
    const url = JSON.stringify(`${listener.url}/v1/brains/brain_tides/index`);
    expect(await tab.evaluate(`fetch(${url}).then(({ headers }) => headers.get("retry-after"))`)).toBe("7");
  });

  it.each<[name: string, options: ReferenceServerOptions]>([
    ["CORS is off", {}],
    ["another origin is allowed", { cors: "http://localhost:1" }],
  ])("cannot use the server if %s", async (_name, options) => {
    const { appUrl, server, listener } = await start(() => options);
    const tab = await openTab({}, [blocked]);
    await tab.goto(appUrl);
    await expect(tab.evaluate(useClient(listener.url))).rejects.toThrow("Failed to fetch");
    expect(server.snapshot()).toStrictEqual(buildState());
  });

  it("cannot use the controls, even if its origin is allowed", async () => {
    const { appUrl, server, listener } = await start((origin) => ({ cors: origin }));
    const tab = await openTab({}, [blocked]);
    await tab.goto(appUrl);
    for (const init of ["{ method: 'POST' }", "{ method: 'POST', mode: 'no-cors' }"]) {
      const url = JSON.stringify(`${listener.url}/_control/organizations/delete`);
      await tab.evaluate(`fetch(${url}, ${init}).then(() => undefined, () => undefined)`);
    }
    expect(server.snapshot()).toStrictEqual(buildState());
  });
});

describe("a page whose host name leads to this machine", () => {
  async function visit(listenOptions: Parameters<typeof listen>[1]) {
    const { listener } = await start(() => ({ cors: "*" }), listenOptions);
    const args = [...installed.flags, "--host-resolver-rules=MAP rebound.example 127.0.0.1"];
    const browser = await chromium.launch({ executablePath: installed.path, args });
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    const response = await tab.goto(`http://rebound.example:${listener.port}/_health`);
    const read = `fetch("/v1/brains/brain_tides/index", { headers: { "x-api-key": "key_north" } }).then(({ status }) => status)`;
    return [response?.status(), await tab.evaluate(read)];
  }

  it("receives no response of the server", async () => {
    expect(await visit({})).toEqual([403, 403]);
  });

  it("would receive it if every host were allowed", async () => {
    expect(await visit({ allowedHosts: ["*"] })).toEqual([200, 200]);
  });
});
