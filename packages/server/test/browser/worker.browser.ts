import type { Fetch } from "@knowledge-base/server";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openServer } from "../open-server.ts";

const index = "https://knowledge-base.test/v1/brains/brain_tides/index";

/** Puts a service worker between the page and a server. */
async function intercept(fetch: Fetch): Promise<void> {
  const worker = setupWorker(...createHandlers({ ...openServer(), fetch }));
  await worker.start({ ...strictListenOptions, quiet: true });
  onTestFinished(() => worker.stop());
}

describe("setupWorker with the handlers", () => {
  it.each(["GET /_platform/oauth/authorize", "POST /_platform/oauth/authorize", "GET /_platform/oauth/done"])(
    "hands the platform's pages to the server: %s",
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

  it("makes a network error of what the server rejects with", async () => {
    await intercept(() => Promise.reject(new TypeError("fetch failed")));
    await expect(fetch(index)).rejects.toThrow(TypeError);
  });

  it("passes a body on as it comes", async () => {
    const text = new TextEncoder().encode("[1,");
    const stalled = new ReadableStream({ start: (body) => body.enqueue(text) });
    await intercept(async () => new Response(stalled));
    const { body } = await fetch(index);
    expect((await body?.getReader().read())?.value).toEqual(text);
  });

  it("answers what no handler answers with status 500, where it started with strictListenOptions", async () => {
    await intercept(openServer().fetch);
    const printed: string[] = [];
    for (const method of ["warn", "error"] as const) {
      vi.spyOn(console, method).mockImplementation((line) => printed.push(line));
    }
    const { status, statusText } = await fetch("https://knowledge-base.test/v1/nope");
    expect([status, statusText]).toEqual([500, "Request Handler Error"]);
    expect(printed[0]).toContain("GET https://knowledge-base.test/v1/nope");
  });
});
