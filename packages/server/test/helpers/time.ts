import { setImmediate, setTimeout } from "node:timers/promises";
import type { ReferenceServer, ReferenceServerOptions } from "@knowledge-base/server";
import { onTestFinished, vi } from "vitest";
import { frozenTime, openServer } from "./open-server.ts";

/** Returns the state of a promise after everything that needs no timer has run. */
export async function settledState(promise: Promise<unknown>): Promise<"waiting" | "fulfilled" | "rejected"> {
  let state: "waiting" | "fulfilled" | "rejected" = "waiting";
  const settle = (end: typeof state) => () => {
    state = end;
  };
  promise.then(settle("fulfilled"), settle("rejected"));
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  return state;
}

/** Replaces timers, so that time passes only when the test advances it. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Waits until a condition is true. It has no timeout of its own: only that of the test ends the wait. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(1);
}

/** Creates a clock that stands still and calls a function each time it is read, in their order. */
export function scriptedClock(...reads: readonly (() => void)[]): { now(): number } {
  const left = [...reads];
  return {
    now() {
      left.shift()?.();
      return Date.parse(frozenTime);
    },
  };
}

/** A server whose base clock has the time that the test sets. */
export interface Ticking {
  readonly server: ReferenceServer;
  /** Moves the base clock by milliseconds, forwards or backwards. */
  readonly tick: (milliseconds: number) => void;
}

/** Opens a server with a base clock of the test. */
export function openTicking(options: ReferenceServerOptions = {}): Ticking {
  let timeMs = Date.parse(frozenTime);
  const tick = (milliseconds: number) => {
    timeMs += milliseconds;
  };
  return { server: openServer({ clock: { now: () => timeMs }, ...options }), tick };
}

/** Milliseconds of a timestamp. */
export const at = (timestamp: string) => Date.parse(timestamp);
