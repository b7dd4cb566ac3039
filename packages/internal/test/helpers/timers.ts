import { setImmediate, setTimeout } from "node:timers/promises";
import { vi } from "vitest";

/** Returns the state of a promise after the turns of {@link idle}. */
export async function settledState(promise: Promise<unknown>): Promise<"waiting" | "fulfilled" | "rejected"> {
  let state: "waiting" | "fulfilled" | "rejected" = "waiting";
  const settle = (end: typeof state) => () => {
    state = end;
  };
  promise.then(settle("fulfilled"), settle("rejected"));
  await idle();
  return state;
}

/** Waits three turns of the event loop: longer than any chain of promises and immediates in the tests, but no timer or socket. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

/** The time at which fake timers start. */
export const start = Date.parse("2026-06-03T12:00:00.000Z");

/** Replaces the time and the timers of the platform until the test ends: time passes only when the test advances it. */
export function useFakeTimers(): void {
  vi.useFakeTimers({ now: start, toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
}

/** Waits until a condition is true. It has no timeout of its own: only that of the test ends the wait. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(1);
}
