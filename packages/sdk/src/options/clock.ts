import { showValue } from "@knowledge-base/types/internal";
import { callGiven, throwConfigurationError } from "../errors/problem.ts";

/** Source of the current time and of timers. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls a function once, after a delay in milliseconds. Returns a function that cancels the timer. */
  after(delayMs: number, callback: () => void): () => void;
}

/** A clock that also measures durations, unaffected by changes of the time of day. */
export interface MonotonicClock extends Clock {
  /** Returns the milliseconds since a fixed point in time. */
  monotonicNow(): number;
}

/** Timers of the platform with a longer delay fire at once. */
const maxDelayMs = 2 ** 31 - 1;

/** The time and the timers of the platform. */
export const systemClock: MonotonicClock = {
  now: () => Date.now(),
  monotonicNow: () => Math.round(performance.now()),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs));
    return () => clearTimeout(timer);
  },
};

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

/** Returns a clock that reports it if a function of the given one returns what it must not. */
export function checkClock(clock: Clock): MonotonicClock {
  const now = () => {
    const time = callGiven("clock.now", () => clock.now());
    if (Number.isFinite(time)) return time;
    return throwConfigurationError(`clock.now must return a number of milliseconds (got ${showValue(time)}).`);
  };
  return {
    now,
    monotonicNow: now,
    after(delayMs, callback) {
      const cancel: unknown = callGiven("clock.after", () => clock.after(delayMs, callback));
      if (typeof cancel === "function") {
        return () =>
          callGiven("the function that clock.after returned", () => {
            // Nobody awaits a promise that it returns, which would end the process if it rejects.
            Promise.resolve(cancel()).catch(() => {});
          });
      }
      return throwConfigurationError("clock.after must return a function that cancels the timer.");
    },
  };
}

/** The random numbers of the platform. */
export const systemRandom = () => Math.random();

/** Returns a function that reports it if the given one returns what it must not. */
export function checkRandom(random: () => number): () => number {
  return () => {
    const number = callGiven("random", random);
    if (number >= 0 && number < 1) return number;
    return throwConfigurationError(`random must return a number, at least 0 and below 1 (got ${showValue(number)}).`);
  };
}
