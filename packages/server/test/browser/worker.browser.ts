import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Fetch } from "../../src/adapters/fetch.ts";
import { openServer } from "../open-server.ts";

const index = "https://knowledge-base.test/v1/brains/brain_tides/index";

/** Intercepts the requests of a page with a service worker that forwards them to a server. */
async function intercept(fetch: Fetch): Promise<void> {
  const worker = setupWorker(...createHandlers({ ...openServer(), fetch }));
  await worker.start({ onUnhandledFrame: "error", quiet: true });
  onTestFinished(() => worker.stop());
}

describe("setupWorker with the handlers", () => {
  it.each(["GET /_platform/oauth/authorize", "POST /_platform/oauth/authorize", "GET /_platform/oauth/done"])(
    "passes requests for the platform's pages to the server: %s",
    async (route) => {
      await intercept(async (input) => {
        const { method, url } = input as Request;
        return new Response(`${method} ${new URL(url).pathname}`);
      });
      const [method = "", path = ""] = route.split(" ");
      const response = await fetch(`https://knowledge-base.test${path}?state=1`, { method });
      expect(await response.text()).toBe(route);
    },
  );

  it("converts a rejection of the server into a network error", async () => {
    await intercept(() => Promise.reject(new TypeError("fetch failed")));
    await expect(fetch(index)).rejects.toThrow(TypeError);
  });

  it("streams a body", async () => {
    const text = new TextEncoder().encode("[1,");
    const stalled = new ReadableStream({ start: (body) => body.enqueue(text) });
    await intercept(async () => new Response(stalled));
    const { body } = await fetch(index);
    expect((await body?.getReader().read())?.value).toEqual(text);
  });
});
