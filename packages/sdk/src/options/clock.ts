/** Source of the current time and of timers. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls a function once, after a delay in milliseconds. Returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Timers of the platform with a longer delay fire at once. */
const maxDelayMs = 2 ** 31 - 1;

/** The time and the timers of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs));
    return () => clearTimeout(timer);
  },
};

/** Returns the milliseconds since a fixed point in time: durations do not depend on changes of the time of day. */
export function monotonicNow(clock: Clock): number {
  return clock === systemClock ? Math.round(performance.now()) : clock.now();
}

/** Parses a date of an HTTP header. Returns milliseconds since 1970-01-01T00:00:00Z, or NaN if the text is not a date. */
export function parseHttpDate(text: string): number {
  // An old form of these dates names no time zone, and the platform would take the local one.
  return Date.parse(/[ :]\d+$/.test(text) ? `${text} GMT` : text);
}

/**
 * Parses an ISO 8601 timestamp, which is in UTC if it has no offset: milliseconds since 1970-01-01T00:00:00Z, or NaN if it is none. The
 * functions for timestamps of the types would add schemas to small entries.
 */
export function parseIsoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return Number.NaN;
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

/** The random numbers of the platform. */
export const systemRandom = () => Math.random();
