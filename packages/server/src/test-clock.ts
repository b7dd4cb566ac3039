import { type Clock, earliestMs, latestMs } from "./clock.ts";

/**
 * A clock that follows another one at an offset, unless it is frozen. Times are milliseconds since 1970, limited to the
 * years 0 to 9999.
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

  /** Sets the time. A frozen clock stays frozen. */
  set(timeMs: number): void {
    if (this.#frozenMs === undefined) this.#offsetMs = timeMs - this.#parent.now();
    else this.#frozenMs = timeMs;
  }

  /** Continues from the time at which the clock was frozen. Does nothing if it is not frozen. */
  resume(): void {
    if (this.#frozenMs === undefined) return;
    this.#offsetMs = this.#frozenMs - this.#parent.now();
    this.#frozenMs = undefined;
  }
}
