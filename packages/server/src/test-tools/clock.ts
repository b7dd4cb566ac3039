/** Source of a server's time. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** The last timestamp: many requests arrive in the same millisecond. */
let last = { timeMs: 0, text: "1970-01-01T00:00:00.000Z" };

/** Formats a time as an ISO 8601 timestamp. */
export function timestamp(timeMs: number): string {
  if (timeMs !== last.timeMs) last = { timeMs, text: new Date(timeMs).toISOString() };
  return last.text;
}

/** Returns the time of a clock as a timestamp, or the time of the machine if the clock throws. */
export function timestampOrSystemTime(clock: Clock): string {
  try {
    return timestamp(clock.now());
  } catch {
    return timestamp(systemClock.now());
  }
}

/** The first time that a timestamp with a four-digit year can express. */
export const earliestMs = Date.parse("0000-01-01T00:00:00Z");

/** The last time that a timestamp with a four-digit year can express. */
export const latestMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Checks that a value is a time that a timestamp with a four-digit year can express. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= earliestMs && value <= latestMs;
}

/** Checks that a text is an HTTP date of a day that exists, such as `Wed, 01 Jul 2026 12:00:00 GMT`. */
export function isHttpDate(text: string): boolean {
  return text.endsWith(" GMT") && new Date(text).toUTCString() === text;
}
