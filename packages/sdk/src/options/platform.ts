// Time and random numbers, which come from the platform only here.

/** Returns the milliseconds since a fixed point in time: durations do not depend on changes of the time of day. */
export function monotonicNow(): number {
  return Math.round(performance.now());
}

/** Returns the milliseconds since 1970-01-01T00:00:00Z. */
export function timeOfDay(): number {
  return Date.now();
}

/** Parses a date of HTTP or of ISO 8601: milliseconds since 1970-01-01T00:00:00Z, or NaN if the text is none. Without a zone it is in UTC. */
export function parseDate(text: string): number {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  // The platform would accept much else as a date. An old form of HTTP names no zone.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return Number.NaN;
  return Date.parse(/[ :]\d+$/.test(text) ? `${text} GMT` : text);
}

export function randomNumber(): number {
  return Math.random();
}
