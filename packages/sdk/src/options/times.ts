/** Returns the milliseconds since a fixed point in time: durations do not depend on changes of the time of day. */
export function monotonicNow(): number {
  return Math.round(performance.now());
}

/** Parses a date of an HTTP header. Returns milliseconds since 1970-01-01T00:00:00Z, or NaN if the text is not a date. */
export function parseHttpDate(text: string): number {
  // An old form of these dates names no time zone, and the platform would take the local one.
  return Date.parse(/[ :]\d+$/.test(text) ? `${text} GMT` : text);
}
