import { createHook } from "node:async_hooks";
import { getEventListeners } from "node:events";
import { collectGarbage } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { settledState, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { Fault, RateLimitFault } from "@knowledge-base/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { getIndex, openWithFaults, paths } from "../helpers/open-server.ts";

type AnyFault = Exclude<Fault, RateLimitFault>;

const headers = { "x-api-key": "key_north" };
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

const openWith = (...faults: readonly AnyFault[]) =>
  openWithFaults(...faults.map((fault) => ({ ...fault, probability: 1 })));

// A timer of Node, with the only field that tells whether it was cleared.
type Timer = NodeJS.Timeout & { readonly _destroyed: boolean };

// Returns a function that counts the timers of the sources that keep the process alive.
function watchTimers() {
  const timers: Timer[] = [];
  const isOurs = () => /packages\/\w+\/src\//.test(new Error().stack ?? "");
  const init = (_: number, type: string, __: number, timer: object) => {
    if (type === "Timeout" && isOurs()) timers.push(timer as Timer);
  };
  const hook = createHook({ init }).enable();
  onTestFinished(() => void hook.disable());
  return () => timers.filter((timer) => timer.hasRef() && !timer._destroyed).length;
}

// The ways to send a request whose caller keeps only the controller.
const ways: readonly ((signal: AbortSignal, url: string) => Parameters<typeof fetch>)[] = [
  (signal, url) => [url, { headers, signal }],
  (signal, url) => [new Request(url, { headers, signal })],
  (signal, url) => [new Request(url, { signal }), { headers }],
];

const endless: AnyFault[] = [{ kind: "hang" }, { kind: "latency", latency: 60_000 }, { kind: "stalled_body" }];
it.each(endless)("a signal ends its request during $kind, even after a reset", async (fault) => {
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
    const others = requests.slice(index + 1);
    controller.abort(`enough ${index}`);
    await expect(text).rejects.toBe(`enough ${index}`);
    for (const other of others) expect(await settledState(other.text)).toBe("waiting");
    expect(listenersOf(controller.signal)).toBe(0);
    expect(countTimers()).toBe(others.length);
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
  const countTimers = watchTimers();
  const { signal } = new AbortController();
  const server = openWith({ kind: "stalled_body" });
  const reader = (await getIndex(server, word === "with" ? { signal } : {})).body?.getReader();
  await reader?.read();
  expect(countTimers()).toBe(0);
  const rest = reader?.read() ?? Promise.reject(new Error("The response has no body"));
  expect(await settledState(rest)).toBe("waiting");
  expect(countTimers()).toBe(1);
  await reader?.cancel();
  expect(listenersOf(signal)).toBe(0);
  expect(countTimers()).toBe(0);
  expect(await rest).toEqual({ done: true, value: undefined });
});
