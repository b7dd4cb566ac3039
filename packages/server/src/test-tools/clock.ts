import { showValue } from "@knowledge-base/internal/texts";
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
  readonly #noteUndo: (undo: () => void) => void;
  #setting: { readonly offsetMs: number; readonly frozenMs?: number | undefined } = { offsetMs: 0 };

  /** @param noteUndo - called after the clock was frozen, set or resumed, with a function that takes it back */
  constructor(parent: Clock, noteUndo: (undo: () => void) => void) {
    this.#parent = parent;
    this.#noteUndo = noteUndo;
  }

  now(): number {
    const { offsetMs, frozenMs } = this.#setting;
    const timeMs = frozenMs ?? this.#parent.now() + offsetMs;
    return Math.max(earliestMs, Math.min(timeMs, latestMs));
  }

  /** Returns the current time as a timestamp. */
  timestamp(): string {
    return timestamp(this.now());
  }

  get isFrozen(): boolean {
    return this.#setting.frozenMs !== undefined;
  }

  /** Returns how the clock differs from its parent; undefined if it doesn't. */
  position(): ClockPosition | undefined {
    if (this.isFrozen) return { frozenAt: this.timestamp() };
    const { offsetMs } = this.#setting;
    return offsetMs === 0 ? undefined : { offset: offsetMs };
  }

  /** Continues at the position of a clock, whatever the time is now. */
  continueAt({ offset = 0, frozenAt }: ClockPosition): void {
    this.#change(offset, frozenAt === undefined ? undefined : parseTimestamp(frozenAt));
  }

  freeze(timeMs: number): void {
    this.#change(this.#setting.offsetMs, timeMs);
  }

  /** Sets the time. A frozen clock stays frozen. */
  set(timeMs: number): void {
    if (this.isFrozen) this.freeze(timeMs);
    else this.#change(timeMs - this.#parent.now());
  }

  /** Continues from the time at which the clock was frozen. Does nothing if it isn't frozen. */
  resume(): void {
    const { frozenMs } = this.#setting;
    if (frozenMs !== undefined) this.#change(frozenMs - this.#parent.now());
  }

  #change(offsetMs: number, frozenMs?: number): void {
    const previous = this.#setting;
    this.#setting = { offsetMs, frozenMs };
    this.#noteUndo(() => (this.#setting = previous));
  }
}
