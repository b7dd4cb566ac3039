import { onTestFinished, vi } from "vitest";
import { idle } from "../../../internal/test/helpers/timers.ts";

/** The time at which fake timers start. */
export const start = Date.parse("2026-06-03T12:00:00.000Z");

/** Replaces the time and the timers of the platform until the test ends. */
export function useFakeTimers(): void {
  vi.useFakeTimers({ now: start, toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Fires the next timer whenever a call waits for nothing else, until the call settles, and returns it. */
export async function driveCall<Call extends Promise<unknown>>(call: Call): Promise<Awaited<Call>> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  call.then(end, end);
  for (await idle(); !isOver; await idle()) vi.advanceTimersToNextTimer();
  return await call;
}
