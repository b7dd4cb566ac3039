import { setTimeout } from "node:timers/promises";

/** Waits until a condition is true. It has no timeout of its own: only that of the test ends the wait. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(1);
}
