import { ConfigurationError, KnowledgeBase, NotFoundError, UnauthorizedError } from "@knowledge-base/sdk";
import type { Fetch } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServer, send } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";

const { baseUrl, apiKey } = openServer();

// Intercepts the requests of the page with a service worker that forwards them to a server.
async function intercept(respond: Fetch): Promise<void> {
  const worker = setupWorker(...createHandlers({ ...openServer(), fetch: respond }));
  await worker.start({ onUnhandledFrame: "error", quiet: true });
  onTestFinished(() => worker.stop());
}

describe.each<{ over: string; open: () => Promise<Fetch> | Fetch }>([
  { over: "server.fetch", open: () => openServer().fetch },
  { over: "setupWorker", open: async () => intercept(openServer().fetch).then(() => fetch) },
])("the client in a page, over $over", ({ open }) => {
  const ids = { bindingId: "binding_deck", slug: "spring-tide", installationId: "installation_north", limit: 5 };

  it.each(requests())("calls $id, with a valid key, for a brain of its organization", async (request) => {
    const { id, method, path, query, sending } = request;
    const names = Object.keys(ids).filter((name) => `${path}${query}`.includes(String(ids[name as "slug"])));
    const input = Object.fromEntries(names.map((name) => [name, ids[name as "slug"]]));
    const options = { baseUrl, fetch: await open(), dangerouslyAllowBrowser: true };
    const call = (key: string, brainId: string) => {
      const [resource = "", method = ""] = id.split(".");
      const calls = Reflect.get(new KnowledgeBase({ ...options, apiKey: key }), resource);
      return calls[method]({ brainId, ...input });
    };
    const { body } = await send(openServer(), `${method} ${path}${query}`, sending);
    await expect(call("stranger", "brain_tides")).rejects.toThrow(UnauthorizedError);
    await expect(call(apiKey, "brain_south")).rejects.toThrow(NotFoundError);
    expect(await call(apiKey, "brain_tides")).toEqual(body);
  });
});

const advice = "in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.";

it("a client for which no option allows a browser isn't created in a page", () => {
  const create = () => new KnowledgeBase({ baseUrl, apiKey, fetch: openServer().fetch });
  expect(create).toThrow(ConfigurationError);
  expect(create).toThrow(advice);
});

it("a client for which no option allows a browser isn't created in a web worker", async () => {
  const worker = new Worker(new URL("./browser-guard.worker.ts", import.meta.url), { type: "module" });
  const message = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.terminate();
  expect(message).toContain("set dangerouslyAllowBrowser");
});

const index = `${baseUrl}/v1/brains/brain_tides/index`;

it("setupWorker with the handlers converts a rejection of the server into a network error", async () => {
  await intercept(() => Promise.reject(new TypeError("fetch failed")));
  await expect(fetch(index)).rejects.toThrow(TypeError);
});

it("setupWorker with the handlers streams a body", async () => {
  const text = new TextEncoder().encode("[1,");
  const stalled = new ReadableStream({ start: (body) => body.enqueue(text) });
  await intercept(async () => new Response(stalled));
  const { body } = await fetch(index);
  expect((await body?.getReader().read())?.value).toEqual(text);
});
