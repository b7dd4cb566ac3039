import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Fetch } from "../../src/adapters/fetch.ts";
import { openServer } from "../open-server.ts";

const index = "https://knowledge-base.test/v1/brains/brain_tides/index";

/** Intercepts the requests of a page with a service worker that forwards them to a server. */
async function intercept(fetch: Fetch): Promise<void> {
  const worker = setupWorker(...createHandlers({ ...openServer(), fetch }));
  await worker.start({ ...strictListenOptions, quiet: true });
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

  describe("started with strictListenOptions", () => {
    it.each(["/v1/nope", "/v1/logo.png", "/"])("responds with status 500 if no handler matches: %s", async (path) => {
      await intercept(openServer().fetch);
      const printed: string[] = [];
      for (const method of ["warn", "error"] as const) {
        vi.spyOn(console, method).mockImplementation((line) => printed.push(line));
      }
      const response = await fetch(new URL(path, index), { headers: { accept: "text/html" } });
      expect([response.status, response.statusText]).toEqual([500, "Request Handler Error"]);
      expect(await response.text()).toContain(`Refused GET https://knowledge-base.test${path}`);
      expect(printed[0]).toContain(`GET https://knowledge-base.test${path}`);
    });

    it("lets the page load its own files", async () => {
      await intercept(openServer().fetch);
      const { status, headers } = await fetch("/mockServiceWorker.js");
      expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("javascript")]);
    });

    it("lets the page load documents of its own origin", async () => {
      await intercept(openServer().fetch);
      const frame = document.createElement("iframe");
      onTestFinished(() => frame.remove());
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      frame.src = "/";
      document.body.append(frame);
      await loaded;
      expect(frame.contentDocument?.body.textContent).not.toContain("Refused");
    });
  });
});
