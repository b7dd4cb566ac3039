import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";

/** Formats a time as an ISO 8601 timestamp. */
export function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The first time that a timestamp with a four-digit year can express. */
export const earliestMs = Date.parse("0000-01-01T00:00:00Z");

/** The last time that a timestamp with a four-digit year can express. */
export const latestMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Maximum of a planned latency and of the timeout of a wait: 2 minutes. */
export const maxWaitMs = 2 * 60 * 1000;

/** How a clock differs from the clock that it follows. */
export type ClockPosition = {
  /**
   * Milliseconds by which it is ahead.
   *
   * @default 0
   */
  readonly offset?: number | undefined;
  /**
   * Time at which it was stopped, as an ISO 8601 timestamp.
   *
   * @default it runs
   */
  readonly frozenAt?: string | undefined;
};

/** Checks that a value is a time that a timestamp with a four-digit year can express. */
export function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= earliestMs && value <= latestMs;
}

/** Checks that a text is an HTTP date of a day that exists, such as `Wed, 01 Jul 2026 12:00:00 GMT`. */
export function isHttpDate(text: string): boolean {
  return text.endsWith(" GMT") && new Date(text).toUTCString() === text;
}

/** Accepts a `Date` of any realm, because test environments have their own. It may be invalid. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === "[object Date]";
}

/** Returns the ISO 8601 timestamp of a valid `Date`, and any other value as it is. */
export function dateToTimestamp<Value>(value: Value | Date): Value | string {
  if (!isDate(value)) return value;
  return Number.isFinite(value.getTime()) ? value.toISOString() : (value as unknown as Value);
}

const dateInUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Returns a timestamp in UTC, which `Date` can parse, for a valid time, and any other value as it is. */
export function toUtc(value: unknown): unknown {
  const given = dateToTimestamp(value);
  if (typeof given !== "string" || dateInUtc.test(given) || !isTimestamp(given)) return given;
  const utc = timestamp(parseTimestamp(given));
  // In UTC, the first and the last hours of the possible years may be in another one.
  return isTimestamp(utc) ? utc : given;
}
