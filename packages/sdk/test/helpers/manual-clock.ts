import { setImmediate } from "node:timers/promises";
import type { Clock } from "@knowledge-base/sdk";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
  /** Whether the test itself has created it. */
  readonly isScheduled: boolean;
}

/** The time at which a manual clock starts. */
export const start = Date.parse("2026-06-03T12:00:00.000Z");

/** A clock that moves only when a test advances it. */
export class ManualClock implements Clock {
  /** The delays of all timers, in order. */
  readonly delays: number[] = [];
  readonly #timers = new Set<Timer>();
  #now = start;

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback, isScheduled: false };
    this.delays.push(delayMs);
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Creates a timer of the test itself. */
  schedule(delayMs: number, callback: () => void): void {
    this.#timers.add({ at: this.#now + delayMs, callback, isScheduled: true });
  }

  /** Number of pending timers of the client. */
  get pending(): number {
    return [...this.#timers].filter(({ isScheduled }) => !isScheduled).length;
  }

  /** Number of pending timers of the test itself. */
  get scheduled(): number {
    return this.#timers.size - this.pending;
  }

  /** Advances the clock without firing timers. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Advances the clock to the first timer that is due, and fires it. */
  fireNext(): void {
    const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
    if (!next) return;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
  }

  /** Fires timers whenever the call waits for nothing else, until the call settles, and returns it. */
  async drive<Value>(call: Promise<Value>): Promise<Value> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    call.then(end, end);
    for (let turn = 0; !isOver && turn < 1000; turn += 1) {
      await idle();
      if (!isOver) this.fireNext();
    }
    return call;
  }
}

/** Waits until all work that needs neither a timer nor a socket is done. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
