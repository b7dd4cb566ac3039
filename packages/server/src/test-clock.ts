import { type Clock, earliestMs, latestMs } from "./clock.ts";

/**
 * A clock that follows another one at an offset, unless it is frozen. Times are milliseconds since 1970, limited to the
 * years 0 to 9999.
 */
export class TestClock implements Clock {
  readonly #parent: Clock;
  #offsetMs = 0;
  #frozenMs: number | undefined;
  /** Called after the clock was frozen, set or resumed. */
  onChange: (() => void) | undefined;

  constructor(parent: Clock) {
    this.#parent = parent;
  }

  now(): number {
    return this.#frozenMs ?? Math.max(earliestMs, Math.min(this.#parent.now() + this.#offsetMs, latestMs));
  }

  get isFrozen(): boolean {
    return this.#frozenMs !== undefined;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Time at which the clock was frozen; undefined if it is not frozen. */
  get frozenMs(): number | undefined {
    return this.#frozenMs;
  }

  /** Continues like a clock that was frozen or moved earlier. */
  moveTo(offsetMs: number, frozenMs: number | undefined): void {
    this.#offsetMs = offsetMs;
    this.#frozenMs = frozenMs;
  }

  freeze(timeMs: number): void {
    this.#frozenMs = timeMs;
    this.onChange?.();
  }

  /** Sets the time. A frozen clock stays frozen. */
  set(timeMs: number): void {
    if (this.#frozenMs === undefined) this.#offsetMs = timeMs - this.#parent.now();
    else this.#frozenMs = timeMs;
    this.onChange?.();
  }

  /** Continues from the time at which the clock was frozen. Does nothing if it is not frozen. */
  resume(): void {
    if (this.#frozenMs === undefined) return;
    this.#offsetMs = this.#frozenMs - this.#parent.now();
    this.#frozenMs = undefined;
    this.onChange?.();
  }
}
