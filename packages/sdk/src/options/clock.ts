/** Source of the current time and of timers. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls back once, after a delay in milliseconds. Returns a function that cancels the timer. */
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

/** The random numbers of the platform. */
export const systemRandom = () => Math.random();

/** Parses a date of an HTTP header. Returns milliseconds since 1970-01-01T00:00:00Z, or NaN if the text is not a date. */
export function parseDate(text: string): number {
  return Date.parse(text);
}
