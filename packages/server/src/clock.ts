/** Where a server reads the time. */
export interface Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The time of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Writes a time as an ISO 8601 timestamp. */
export function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The time as a timestamp, that of the machine where a clock of the caller's own fails. */
export function timeAfterFailure(clock: Clock): string {
  try {
    return timestamp(clock.now());
  } catch {
    return timestamp(systemClock.now());
  }
}

/** The first time that a timestamp with a year of four digits can tell. */
export const earliestMs = Date.parse("0000-01-01T00:00:00Z");

/** The last time that a timestamp with a year of four digits can tell. */
export const latestMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a value is a time that a timestamp with a year of four digits can tell. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= earliestMs && value <= latestMs;
}

/** Whether a text is a date as HTTP writes it, such as `Wed, 01 Jul 2026 12:00:00 GMT`: of a day that exists. */
export function isHttpDate(text: string): boolean {
  return text.endsWith(" GMT") && new Date(text).toUTCString() === text;
}
