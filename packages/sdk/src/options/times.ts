/** Returns the milliseconds since a fixed point in time: durations do not depend on changes of the time of day. */
export function monotonicNow(): number {
  return Math.round(performance.now());
}
