import { type Clock, earliestMs, latestMs } from "./clock.ts";

/**
 * A clock that goes and stands with another one, at a distance once it was moved, unless it is held still itself. Times are
 * milliseconds since 1970, from the beginning of the year 0 to the end of the year 9999, where it stops.
 */
export class TestClock implements Clock {
  readonly #parent: Clock;
  #offsetMs = 0;
  #frozenMs: number | undefined;

  constructor(parent: Clock) {
    this.#parent = parent;
  }

  now(): number {
    return this.#frozenMs ?? Math.max(earliestMs, Math.min(this.#parent.now() + this.#offsetMs, latestMs));
  }

  freeze(timeMs: number): void {
    this.#frozenMs = timeMs;
  }

  /** Moves to a time. A clock that stands still stays still. */
  set(timeMs: number): void {
    if (this.#frozenMs === undefined) this.#offsetMs = timeMs - this.#parent.now();
    else this.#frozenMs = timeMs;
  }

  /** Goes on with the other clock, from the time at which this one was held still. */
  resume(): void {
    if (this.#frozenMs === undefined) return;
    this.#offsetMs = this.#frozenMs - this.#parent.now();
    this.#frozenMs = undefined;
  }
}
