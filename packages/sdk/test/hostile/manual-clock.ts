import { setImmediate } from "node:timers/promises";
import type { Clock } from "@knowledge-base/sdk";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** When a manual clock starts. */
export const start = Date.parse("2026-06-03T12:00:00.000Z");

/** A clock that stops until a test moves it. */
export class ManualClock implements Clock {
  /** The delays of all timers, in order. */
  readonly delays: number[] = [];
  readonly #timers = new Set<Timer>();
  #now = start;

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.delays.push(delayMs);
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
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

/** Waits until everything that can go on without a timer or a socket has gone on. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}
