import { idle } from "@knowledge-base/internal/test-helpers/timers.ts";
import { vi } from "vitest";

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
