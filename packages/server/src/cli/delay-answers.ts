import type { Fetch } from "../adapters/fetch.ts";
import { pause } from "../http/pause.ts";

/** Makes every answer late. Unlike a planned fault it is there after a reset too, and no client can take it back. */
export function delayAnswers(fetch: Fetch, milliseconds: number): Fetch {
  return async (input, init) => {
    await pause(milliseconds, init?.signal ?? null);
    return fetch(input, init);
  };
}
