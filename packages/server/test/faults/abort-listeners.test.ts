import { getEventListeners } from "node:events";
import type { Fault, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex, paths } from "./calls.ts";

const headers = { "x-api-key": "key_north" };

/** A signal that counts its added and removed listeners. */
function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const counts = { added: 0, removed: 0 };
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<AbortSignal["addEventListener"]>) => {
    counts.added += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<AbortSignal["removeEventListener"]>) => {
    counts.removed += 1;
    remove(...args);
  };
  return { controller, signal, counts, left: () => getEventListeners(signal, "abort").length };
}

const plans: Readonly<Record<string, readonly Fault[]>> = {
  "that meet no fault": [],
  "with a status": [{ kind: "status", status: 503, probability: 1 }],
  "with a page of a gateway": [{ kind: "gateway_html", probability: 1 }],
  "with truncated JSON": [{ kind: "truncated_json", probability: 1 }],
  "with a connection that is reset": [{ kind: "connection_reset", probability: 1 }],
  "with latency": [
    { kind: "latency", latency: 1, probability: 1 },
    { kind: "latency", latency: 1, afterCommit: true, probability: 1 },
  ],
};

function openWith(faults: readonly Fault[]): ReferenceServer {
  const server = openServer();
  for (const fault of faults) server.faults.add(fault);
  return server;
}

describe("a signal that many requests share", () => {
  it.each(Object.entries(plans))("keeps no listener of 200 requests %s", async (_, faults) => {
    const server = openWith(faults);
    const { signal, counts, left } = countingSignal();
    await Promise.allSettled(Array.from({ length: 200 }, () => getIndex(server, { signal })));
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps one for each request that hangs, until it is aborted", async () => {
    const server = openWith([{ kind: "hang", probability: 1 }]);
    const { controller, signal, counts, left } = countingSignal();
    const pending = Array.from({ length: 20 }, () => getIndex(server, { signal }));
    await expect.poll(left).toBe(20);
    controller.abort("enough");
    const results = await Promise.allSettled(pending);
    expect(results).toEqual(pending.map(() => ({ status: "rejected", reason: "enough" })));
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps one for each body that stalls, until it is aborted", async () => {
    const server = openWith([{ kind: "stalled_body", probability: 1 }]);
    const { controller, signal, counts, left } = countingSignal();
    const responses = await Promise.all(Array.from({ length: 20 }, () => getIndex(server, { signal })));
    expect(left()).toBe(20);
    controller.abort("enough");
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
    for (const response of responses) await expect(response.text()).rejects.toBe("enough");
  });

  it("keeps none of a stalled body that was cancelled", async () => {
    const server = openWith([{ kind: "stalled_body", probability: 1 }]);
    const { signal, counts, left } = countingSignal();
    for (let request = 0; request < 20; request += 1) {
      const { body } = await getIndex(server, { signal });
      await body?.cancel();
    }
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps none of a latency that it cut short", async () => {
    const server = openWith([{ kind: "latency", latency: 60_000, probability: 1 }]);
    const { controller, signal, counts, left } = countingSignal();
    const pending = Array.from({ length: 20 }, () => getIndex(server, { signal }));
    expect(left()).toBe(20);
    controller.abort("enough");
    await Promise.allSettled(pending);
    expect(left()).toBe(0);
    expect(counts.removed).toBe(counts.added);
  });

  it("keeps none of a Request's own", async () => {
    const server = openWith([{ kind: "latency", latency: 1, probability: 1 }]);
    const { signal } = new AbortController();
    const request = new Request(server.baseUrl + paths.index, { headers, signal });
    const before = getEventListeners(request.signal, "abort").length;
    await server.fetch(request);
    expect(getEventListeners(request.signal, "abort").length).toBe(before);
  });

  it("emits no warning of too many listeners", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    const server = openWith([{ kind: "latency", latency: 1, probability: 1 }]);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => getIndex(server, { signal })));
    process.off("warning", warn);
    expect(warnings).toEqual([]);
  });
});
