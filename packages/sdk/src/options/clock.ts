/** Where a client reads the time and sets its timers. */
export interface Clock {
  /** The current time in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls back once, after a delay in milliseconds. Returns a function that calls it off. */
  after(delayMs: number, callback: () => void): () => void;
}
