import { setImmediate } from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/** What a promise has come to once everything that needs no timer has gone on. */
export async function standing(promise: Promise<unknown>): Promise<"waiting" | "fulfilled" | "rejected"> {
  let state: "waiting" | "fulfilled" | "rejected" = "waiting";
  promise.then(
    () => {
      state = "fulfilled";
    },
    () => {
      state = "rejected";
    },
  );
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  return state;
}

/** Holds the timers still: time passes when the test says so. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
