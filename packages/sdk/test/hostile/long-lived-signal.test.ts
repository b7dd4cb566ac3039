import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient, createClientAt } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";

/** Creates a signal that counts the listeners that were added and removed. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const counts = { added: 0, removed: 0 };
  const addEventListener = signal.addEventListener.bind(signal);
  const removeEventListener = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<AbortSignal["addEventListener"]>) => {
    counts.added += 1;
    addEventListener(...args);
  };
  signal.removeEventListener = (...args: Parameters<AbortSignal["removeEventListener"]>) => {
    counts.removed += 1;
    removeEventListener(...args);
  };
  return { controller, signal, counts, left: () => getEventListeners(signal, "abort").length };
}

const responses: Readonly<Record<string, () => Promise<Response>>> = {
  "that succeed": async () => Response.json([]),
  "that fail": async () => new Response(null, { status: 404 }),
  "with a response that is not JSON": async () => new Response("<h1>"),
  "that never reach the service": () => Promise.reject(new TypeError("fetch failed")),
  "that are repeated": async () => new Response(null, { status: 503, headers: { "retry-after": "0" } }),
};

const call = (kb: KnowledgeBase, signal: AbortSignal) => kb.promptIndex.get({ brainId: "b" }, { signal }).safe();

describe("a signal that lives long", () => {
  it.each(Object.entries(responses))("keeps no listener after 1,000 calls %s", async (_, fetch) => {
    const { signal, counts, left } = countingSignal();
    const kb = createClient(fetch, { random: () => 0, retries: 1 });
    for (let batch = 0; batch < 10; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => call(kb, signal)));
    }
    expect(left()).toBe(0);
    expect(counts.added).toBeGreaterThanOrEqual(1000);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps no listener after 1,000 calls that time out", async () => {
    const { signal, left } = countingSignal();
    const kb = createClient(() => new Promise(() => {}), { timeout: 5, retries: 0 });
    await Promise.all(Array.from({ length: 1000 }, () => call(kb, signal)));
    expect(left()).toBe(0);
  });

  it("keeps no listener after it has ended 1,000 calls", async () => {
    const { controller, signal, counts, left } = countingSignal();
    const kb = createClient(() => new Promise(() => {}));
    const calls = Array.from({ length: 1000 }, () => call(kb, signal));
    await setImmediate();
    expect(left()).toBe(1000);
    controller.abort("left");
    const results = await Promise.all(calls);
    expect(new Set(results.map((result) => !result.ok && result.error.cause))).toEqual(new Set(["left"]));
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps no listener after calls over a socket", async () => {
    const { signal, counts, left } = countingSignal();
    const kb = createClientAt(await startHttp((_, response) => response.end("[]")));
    for (let number = 0; number < 50; number += 1) await call(kb, signal);
    expect([left(), counts.added - counts.removed]).toEqual([0, 0]);
  });

  it("has no listener added by a call with invalid input", async () => {
    const { signal, counts } = countingSignal();
    const kb = createClient(async () => Response.json([]));
    await kb.promptIndex.get({ brainId: "" }, { signal }).safe();
    expect(counts).toEqual({ added: 0, removed: 0 });
  });

  it("causes no warning if many calls are under way", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    onTestFinished(() => {
      process.off("warning", warn);
    });
    const { controller, signal } = countingSignal();
    const kb = createClient(() => new Promise(() => {}));
    const calls = Array.from({ length: 50 }, () => call(kb, signal));
    await setImmediate();
    controller.abort();
    await Promise.all(calls);
    expect(warnings).toEqual([]);
  });
});
