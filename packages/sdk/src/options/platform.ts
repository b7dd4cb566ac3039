// Time and random numbers, which come from the platform only here.

/** Returns the milliseconds since a fixed point in time: durations do not depend on changes of the time of day. */
export function monotonicNow(): number {
  return Math.round(performance.now());
}

/** Returns the milliseconds since 1970-01-01T00:00:00Z. */
export function timeOfDay(): number {
  return Date.now();
}

/** Returns milliseconds since 1970-01-01T00:00:00Z, or NaN if the text is no time. */
export function parseTime(text: string): number {
  return Date.parse(text);
}

export function randomNumber(): number {
  return Math.random();
}
