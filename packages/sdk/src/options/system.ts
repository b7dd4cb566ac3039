import type { Clock } from "./clock.ts";

/** Timers of the platform fire at once beyond this delay. */
const longestDelayMs = 2 ** 31 - 1;

/** The time and the timers of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, longestDelayMs));
    return () => clearTimeout(timer);
  },
};

/** The randomness of the platform. */
export const systemRandom = () => Math.random();

/** Reads a date of an HTTP header: milliseconds since 1970-01-01T00:00:00Z, or NaN where it is none. */
export function parseDate(text: string): number {
  return Date.parse(text);
}
