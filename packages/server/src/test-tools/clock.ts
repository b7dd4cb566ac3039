import { showValue } from "@knowledge-base/internal";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { type ClockPosition, earliestMs, latestMs, timestamp } from "../basics/time.ts";

/** Source of a server's time. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970-01-01T00:00:00Z. It must not call controls of the server. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** Returns the clock of an application, which fails if it returns no number. */
export function requireNumber(clock: Clock): Clock {
  return {
    now() {
      const timeMs = clock.now();
      if (Number.isFinite(timeMs)) return timeMs;
      throw new RangeError(
        `the function now of the clock has returned ${showValue(timeMs)}, not a number of milliseconds`,
      );
    },
  };
}

/**
 * A clock that follows another one at an offset, unless it is frozen. Times are milliseconds since 1970, limited to the
 * years 0 to 9999.
 */
export class TestClock implements Clock {
  readonly #parent: Clock;
  readonly #onChange: () => void;
  #offsetMs = 0;
  #frozenMs: number | undefined;

  /** @param onChange - called after the clock was frozen, set or resumed */
  constructor(parent: Clock, onChange: () => void) {
    this.#parent = parent;
    this.#onChange = onChange;
  }

  now(): number {
    const timeMs = this.#frozenMs ?? this.#parent.now() + this.#offsetMs;
    return Math.max(earliestMs, Math.min(timeMs, latestMs));
  }

  /** Returns the current time as a timestamp. */
  timestamp(): string {
    return timestamp(this.now());
  }

  get isFrozen(): boolean {
    return this.#frozenMs !== undefined;
  }

  /** Returns how the clock differs from its parent; undefined if it doesn't. */
  position(): ClockPosition | undefined {
    if (this.#frozenMs !== undefined) return { frozenAt: this.timestamp() };
    return this.#offsetMs === 0 ? undefined : { offset: this.#offsetMs };
  }

  /** Continues like a clock that was frozen or moved earlier. */
  moveTo({ offset = 0, frozenAt }: ClockPosition): void {
    this.#offsetMs = offset;
    this.#frozenMs = frozenAt === undefined ? undefined : parseTimestamp(frozenAt);
  }

  freeze(timeMs: number): void {
    this.#frozenMs = timeMs;
    this.#onChange();
  }

  /** Sets the time. A frozen clock stays frozen. */
  set(timeMs: number): void {
    if (this.#frozenMs === undefined) this.#offsetMs = timeMs - this.#parent.now();
    else this.#frozenMs = timeMs;
    this.#onChange();
  }

  /** Continues from the time at which the clock was frozen. Does nothing if it isn't frozen. */
  resume(): void {
    if (this.#frozenMs === undefined) return;
    this.#offsetMs = this.#frozenMs - this.#parent.now();
    this.#frozenMs = undefined;
    this.#onChange();
  }
}
