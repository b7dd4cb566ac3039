import type { MonotonicClock } from "../options/clock.ts";
import type { CallSettings } from "../options/settings.ts";
import { AttemptFailure } from "./attempt-failure.ts";

/** The limits of one call: its deadline, and the signal by which the caller may abort it. */
export class TimeLimits {
  readonly clock: MonotonicClock;
  readonly #settings: CallSettings;
  readonly #startMs: number;

  constructor(settings: CallSettings) {
    this.clock = settings.clock;
    this.#settings = settings;
    this.#startMs = this.clock.monotonicNow();
  }

  /** Returns the time since the call began, in milliseconds. */
  elapsedMs(): number {
    return this.clock.monotonicNow() - this.#startMs;
  }

  /** Returns the time until the deadline, in milliseconds; negative if it has passed. */
  remainingMs(): number {
    return this.#settings.deadline - this.elapsedMs();
  }

  /** @throws {@link AttemptFailure} if the caller has aborted */
  throwIfAborted(): void {
    const { signal } = this.#settings;
    if (signal?.aborted) throw createAbortError(signal);
  }

  /** @throws {@link AttemptFailure} if the deadline has passed, such as while the machine was suspended, or the caller has aborted */
  throwIfOver(): void {
    this.throwIfAborted();
    if (this.remainingMs() <= 0) throw this.#createTimeoutError("deadline");
  }

  /**
   * Runs work until it completes, a timeout or the deadline passes, or the caller aborts. The work is passed a signal that aborts in
   * the last three cases, but does not have to react to it, and a function that compares the time with the limits, for work during
   * which no timer can fire. Listeners on the caller's signal are always removed.
   *
   * @throws what the work or the clock throws, or the {@link AttemptFailure} of a timeout or of an abortion
   */
  async run<Value>(
    work: (signal: AbortSignal, checkTime: () => void) => Promise<Value>,
    timeoutMs = Number.POSITIVE_INFINITY,
  ): Promise<Value> {
    this.throwIfOver();
    const { signal } = this.#settings;
    const { clock } = this;
    const startMs = clock.monotonicNow();
    const remainingMs = this.remainingMs();
    const limitMs = Math.min(timeoutMs, remainingMs);
    const controller = new AbortController();
    let release = () => {};
    try {
      return await new Promise<Value>((resolve, reject) => {
        const interrupt = (error: AttemptFailure) => {
          reject(error);
          controller.abort();
        };
        const abort = () => interrupt(createAbortError(signal));
        const expire = () => interrupt(this.#createTimeoutError(timeoutMs <= remainingMs ? "timeout" : "deadline"));
        const checkTime = () => {
          if (clock.monotonicNow() - startMs >= limitMs) expire();
        };
        const cancelTimer = clock.after(limitMs, expire);
        release = () => {
          cancelTimer();
          signal?.removeEventListener("abort", abort);
        };
        signal?.addEventListener("abort", abort);
        // The clock of a test may have called back at once.
        if (!controller.signal.aborted) work(controller.signal, checkTime).then(resolve, reject);
      });
    } finally {
      release();
    }
  }

  /** Waits for a delay, or until the caller aborts. */
  async wait(delayMs: number): Promise<void> {
    if (delayMs === 0) return;
    try {
      await this.run(() => new Promise<never>(() => {}), delayMs);
    } catch (error) {
      if (!(error instanceof AttemptFailure)) throw error;
    }
  }

  #createTimeoutError(limit: "timeout" | "deadline"): AttemptFailure {
    const problem = `the ${limit} of ${this.#settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    const stopReason = limit === "deadline" && { stopReason: limit };
    return new AttemptFailure("timeout", "timeout", problem, { limit, ...stopReason });
  }
}

function createAbortError(signal: AbortSignal | undefined): AttemptFailure {
  return new AttemptFailure("aborted", "aborted", "the signal was aborted.", {
    cause: signal?.reason as unknown,
    stopReason: "aborted",
  });
}
