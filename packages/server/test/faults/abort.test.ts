import { getEventListeners } from "node:events";
import type { Fault } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, paths } from "./calls.ts";
import { holdTimers, settledState } from "./timers.ts";

const headers = { "x-api-key": "key_north" };
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

function openWith(...faults: readonly Fault[]) {
  const server = openServer();
  for (const fault of faults) server.faults.add({ ...fault, probability: 1 });
  return server;
}

describe("a signal that many requests share", () => {
  const latency = { kind: "latency", latency: 1 } as const;
  const late = { ...latency, afterCommit: true };

  it.each<readonly [name: string, faults: readonly Fault[]]>([
    ["that meet no fault", []],
    ["with a status", [{ kind: "status", status: 503 }]],
    ["with a merged response", [{ kind: "response", merge: {} }]],
    ["with a connection that is reset", [{ kind: "connection_reset" }]],
    ["with latencies", [latency, late]],
  ])("keeps no listener of 100 requests %s, and warns of none", async (_, faults) => {
    const warn = vi.spyOn(process, "emitWarning");
    const server = openWith(...faults);
    const { signal } = new AbortController();
    await Promise.allSettled(Array.from({ length: 100 }, () => getIndex(server, { signal })));
    expect(listenersOf(signal)).toBe(0);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<Fault>([{ kind: "hang" }, { kind: "latency", latency: 60_000 }])(
    "keeps one for each request with $kind, until it is aborted",
    async (fault) => {
      const server = openWith(fault);
      const controller = new AbortController();
      const pending = Array.from({ length: 20 }, () => getIndex(server, { signal: controller.signal }));
      await expect.poll(() => listenersOf(controller.signal)).toBe(20);
      controller.abort("enough");
      const results = await Promise.allSettled(pending);
      expect(results).toEqual(pending.map(() => ({ status: "rejected", reason: "enough" })));
      expect(listenersOf(controller.signal)).toBe(0);
    },
  );

  it("keeps one for each body that stalls, until it is cancelled or aborted", async () => {
    const server = openWith({ kind: "stalled_body" });
    const controller = new AbortController();
    const { signal } = controller;
    const responses = await Promise.all(Array.from({ length: 20 }, () => getIndex(server, { signal })));
    expect(listenersOf(signal)).toBe(20);
    await responses.pop()?.body?.cancel();
    expect(listenersOf(signal)).toBe(19);
    controller.abort("enough");
    expect(listenersOf(signal)).toBe(0);
    for (const response of responses) await expect(response.text()).rejects.toBe("enough");
  });
});

describe("a hang", () => {
  it("ends only for the caller that aborts, also after a reset", async () => {
    const server = openWith({ kind: "hang" });
    const [one, other] = [new AbortController(), new AbortController()];
    const request = new Request(server.baseUrl + paths.index, { headers, signal: other.signal });
    const responses = [getIndex(server, { signal: one.signal }), server.fetch(request), getIndex(server)];
    expect(await Promise.all(responses.map(settledState))).toEqual(["waiting", "waiting", "waiting"]);
    server.reset();
    one.abort("one");
    expect(await Promise.all(responses.map(settledState))).toEqual(["rejected", "waiting", "waiting"]);
    other.abort("other");
    expect(await Promise.all(responses.map(settledState))).toEqual(["rejected", "rejected", "waiting"]);
    expect(await Promise.allSettled(responses.slice(0, 2))).toMatchObject([{ reason: "one" }, { reason: "other" }]);
  });

  it("and a stalled body keep a timer while they wait", async () => {
    holdTimers();
    const controller = new AbortController();
    const hang = getIndex(openWith({ kind: "hang" }), { signal: controller.signal });
    expect(await settledState(hang)).toBe("waiting");
    expect(vi.getTimerCount()).toBe(1);
    const response = await getIndex(openWith({ kind: "stalled_body" }), { signal: controller.signal });
    expect(vi.getTimerCount()).toBe(1);
    const text = response.text();
    expect(await settledState(text)).toBe("waiting");
    expect(vi.getTimerCount()).toBe(2);
    controller.abort("enough");
    await expect(hang).rejects.toBe("enough");
    await expect(text).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a stalled body", () => {
  it.each([true, false])("can be cancelled, and then ignores an abort; with a signal: %s", async (hasSignal) => {
    const controller = new AbortController();
    const server = openWith({ kind: "stalled_body" });
    const reader = (await getIndex(server, hasSignal ? { signal: controller.signal } : {})).body?.getReader();
    await reader?.read();
    const rest = reader?.read() ?? Promise.reject(new Error("The response has no body"));
    expect(await settledState(rest)).toBe("waiting");
    await reader?.cancel();
    controller.abort("enough");
    expect(await rest).toEqual({ done: true, value: undefined });
  });

  it("and truncated JSON end with a whole character", async () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const pages = [buildPage({ title: "x".repeat(shift) + "🌊".repeat(60) })];
      const server = openServer({ seed: buildState({ pages }) });
      const whole = await (await getIndex(server)).text();
      server.faults.add({ kind: "truncated_json" });
      expect(whole.startsWith(await (await getIndex(server)).text())).toBe(true);
    }
  });
});

describe("an abort during latencies", () => {
  it.each([
    { abortAt: 50, executed: false },
    { abortAt: 150, executed: true },
  ])("after $abortAt of 100 + 100 ms stops the wait, executed: $executed", async ({ abortAt, executed }) => {
    holdTimers();
    const server = openServer();
    for (const afterCommit of [false, true]) server.faults.add({ kind: "latency", latency: 100, afterCommit });
    server.faults.add({ kind: "status", status: 503, afterCommit: true });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(abortAt);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    expect(isArchived(server)).toBe(executed);
    expect(server.faults.list()).toEqual([]);
    expect(server.journal.entries()).toMatchObject([
      { reason: "abandoned", status: null, responseBody: null, fault: "status", latency: 200, committed: executed },
    ]);
  });
});
