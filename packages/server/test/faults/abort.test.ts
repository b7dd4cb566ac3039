import { getEventListeners } from "node:events";
import type { Fault } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { collectGarbage } from "../collect-garbage.ts";
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

/** Returns a function that counts the timers that keep the process alive. */
function watchTimers() {
  const [set, clear] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const cleared = () => clear.mock.calls.flat();
  return () => set.mock.results.filter(({ value }) => value.hasRef() && !cleared().includes(value)).length;
}

/** The ways to send a request whose caller keeps only the controller. */
const ways: readonly ((signal: AbortSignal, url: string) => Parameters<typeof fetch>)[] = [
  (signal, url) => [url, { headers, signal }],
  (signal, url) => [new Request(url, { headers, signal })],
  (signal, url) => [new Request(url, { signal }), { headers }],
];

it.each<Fault>([{ kind: "hang" }, { kind: "latency", latency: 60_000 }, { kind: "stalled_body" }])(
  "during $kind a signal ends only its own request, also after garbage collection and a reset",
  async (fault) => {
    const countTimers = watchTimers();
    const server = openWith(fault);
    const url = server.baseUrl + paths.index;
    const requests = ways.map((write) => {
      const controller = new AbortController();
      const response = server.fetch(...write(controller.signal, url));
      return { controller, text: response.then((received) => received.text()) };
    });
    await collectGarbage();
    expect(countTimers()).toBe(ways.length);
    server.reset();
    for (const [index, { controller, text }] of requests.entries()) {
      const waiting = requests.slice(index + 1).map(() => "waiting");
      controller.abort(`enough ${index}`);
      await expect(text).rejects.toBe(`enough ${index}`);
      expect(await Promise.all(requests.slice(index + 1).map((one) => settledState(one.text)))).toEqual(waiting);
      expect([listenersOf(controller.signal), countTimers()]).toEqual([0, waiting.length]);
    }
  },
);

// biome-ignore format: one row a line
it.each<[name: string, faults: readonly Fault[]]>([
  ["that meet no fault", []],
  ["with a status", [{ kind: "status", status: 503 }]],
  ["with a merged response", [{ kind: "response", merge: {} }]],
  ["with a connection that is reset", [{ kind: "connection_reset" }]],
  ["with latencies", [{ kind: "latency", latency: 1 }, { kind: "latency", latency: 1, afterCommit: true }]],
])("a signal keeps no listener of 100 requests %s, and warns of none", async (_, faults) => {
  const warn = vi.spyOn(process, "emitWarning");
  const server = openWith(...faults);
  const { signal } = new AbortController();
  await Promise.allSettled(Array.from({ length: 100 }, () => getIndex(server, { signal })));
  expect(listenersOf(signal)).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});

describe("a stalled body", () => {
  it.each([true, false])("can be cancelled; with a signal: %s", async (hasSignal) => {
    const countTimers = watchTimers();
    const { signal } = new AbortController();
    const server = openWith({ kind: "stalled_body" });
    const reader = (await getIndex(server, hasSignal ? { signal } : {})).body?.getReader();
    await reader?.read();
    expect(countTimers()).toBe(0);
    const rest = reader?.read() ?? Promise.reject(new Error("The response has no body"));
    expect(await settledState(rest)).toBe("waiting");
    expect(countTimers()).toBe(1);
    await reader?.cancel();
    expect([listenersOf(signal), countTimers()]).toEqual([0, 0]);
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

it.each([
  [50, false],
  [150, true],
])("an abort after %i of 100 + 100 ms of latencies stops the wait, executed: %s", async (abortAt, executed) => {
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
