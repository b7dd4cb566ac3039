import { setTimeout } from "node:timers/promises";

/** Waits until a condition holds, however long that takes: only the timeout of the test ends the wait. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(1);
}
