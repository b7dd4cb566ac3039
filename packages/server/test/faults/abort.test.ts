import { getEventListeners } from "node:events";
import { collectGarbage } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { settledState, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { Fault, RateLimitFault } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { getIndex, openWithFaults, paths } from "../helpers/open-server.ts";

type AnyFault = Exclude<Fault, RateLimitFault>;

const headers = { "x-api-key": "key_north" };
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

const openWith = (...faults: readonly AnyFault[]) =>
  openWithFaults(...faults.map((fault) => ({ ...fault, probability: 1 })));

// Returns how many timers that keep the process alive a function adds before it returns.
function timersAddedBy(act: () => unknown): number {
  const countTimers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const before = countTimers();
  act();
  return countTimers() - before;
}

// The ways to send a request whose caller keeps only the controller.
const ways: readonly ((signal: AbortSignal, url: string) => Parameters<typeof fetch>)[] = [
  (signal, url) => [url, { headers, signal }],
  (signal, url) => [new Request(url, { headers, signal })],
  (signal, url) => [new Request(url, { signal }), { headers }],
];

const endless: AnyFault[] = [{ kind: "hang" }, { kind: "latency", latency: 60_000 }, { kind: "stalled_body" }];
it.each(endless)("a signal ends its request during $kind, even after a reset", async (fault) => {
  const server = openWith(fault);
  const url = server.baseUrl + paths.index;
  const requests = ways.map((write) => {
    const controller = new AbortController();
    const response = server.fetch(...write(controller.signal, url));
    return { controller, text: response.then((received) => received.text()) };
  });
  await collectGarbage();
  server.reset();
  for (const [index, { controller, text }] of requests.entries()) {
    const others = requests.slice(index + 1);
    expect(timersAddedBy(() => controller.abort(`enough ${index}`))).toBe(-1);
    await expect(text).rejects.toBe(`enough ${index}`);
    for (const other of others) expect(await settledState(other.text)).toBe("waiting");
    expect(listenersOf(controller.signal)).toBe(0);
  }
});

it.each(["hang", "stalled_body"] as const)("%s adds no fake timer, whose end would be in 25 days", async (kind) => {
  useFakeTimers();
  const server = openWith({ kind });
  const controller = new AbortController();
  const response = getIndex(server, { signal: controller.signal });
  const text = response.then((received) => received.text());
  expect(await settledState(text)).toBe("waiting");
  expect(vi.getTimerCount()).toBe(0);
  controller.abort("enough");
  await expect(text).rejects.toBe("enough");
});

const late = { kind: "latency", latency: 1 } as const;
it.each<{ name: string; faults: readonly AnyFault[] }>([
  { name: "that meet no fault", faults: [] },
  { name: "with a status", faults: [{ kind: "status", status: 503 }] },
  { name: "with a merged response", faults: [{ kind: "merge", merge: {} }] },
  { name: "with a connection that is reset", faults: [{ kind: "connection_reset" }] },
  { name: "with latencies", faults: [late, { ...late, afterCommit: true }] },
])("a signal keeps no listener of 100 requests $name, and warns of none", async ({ faults }) => {
  const warn = vi.spyOn(process, "emitWarning");
  const server = openWith(...faults);
  const { signal } = new AbortController();
  await Promise.allSettled(Array.from({ length: 100 }, () => getIndex(server, { signal })));
  expect(listenersOf(signal)).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});

it.each(["with", "without"])("a stalled body can be cancelled %s a signal", async (word) => {
  const { signal } = new AbortController();
  const server = openWith({ kind: "stalled_body" });
  const { body } = await getIndex(server, word === "with" ? { signal } : {});
  const reader = body?.getReader() ?? expect.unreachable();
  await reader.read();
  const reads: Promise<unknown>[] = [];
  expect(timersAddedBy(() => reads.push(reader.read()))).toBe(1);
  const [rest = expect.unreachable()] = reads;
  expect(await settledState(rest)).toBe("waiting");
  expect(timersAddedBy(() => reader.cancel())).toBe(-1);
  expect(listenersOf(signal)).toBe(0);
  expect(await rest).toEqual({ done: true, value: undefined });
});
