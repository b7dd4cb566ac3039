import { Problem } from "../errors/problem.ts";
import { type Clock, monotonicNow } from "../options/clock.ts";
import type { CallSettings } from "../options/settings.ts";

/** The limits of one call: its deadline, and the signal by which the caller may abort it. */
export class TimeLimits {
  readonly clock: Clock;
  readonly #settings: CallSettings;
  readonly #startMs: number;

  constructor(settings: CallSettings) {
    this.clock = settings.clock;
    this.#settings = settings;
    this.#startMs = monotonicNow(this.clock);
  }

  /** Returns the time since the call began, in milliseconds. */
  elapsedMs(): number {
    return monotonicNow(this.clock) - this.#startMs;
  }

  /** Returns the time until the deadline, in milliseconds; negative if it has passed. */
  remainingMs(): number {
    return this.#settings.deadline - this.elapsedMs();
  }

  /** @throws {@link Problem} if the caller has aborted */
  throwIfAborted(): void {
    const { signal } = this.#settings;
    if (signal?.aborted) throw createAbortProblem(signal);
  }

  /** @throws {@link Problem} if the deadline has passed, such as while the machine was suspended, or the caller has aborted */
  throwIfOver(): void {
    this.throwIfAborted();
    if (this.remainingMs() <= 0) throw this.#createTimeoutProblem("deadline");
  }

  /**
   * Runs work until it completes, a timeout or the deadline passes, or the caller aborts. The work is passed a signal that aborts in
   * the last three cases, but does not have to react to it. Listeners on the caller's signal are always removed.
   *
   * @throws what the work or the clock throws, or the {@link Problem} of a timeout or of an abortion
   */
  async run<Value>(
    work: (signal: AbortSignal) => Promise<Value>,
    timeoutMs = Number.POSITIVE_INFINITY,
  ): Promise<Value> {
    this.throwIfOver();
    const { signal } = this.#settings;
    const remainingMs = this.remainingMs();
    const controller = new AbortController();
    let release = () => {};
    try {
      return await new Promise<Value>((resolve, reject) => {
        const interrupt = (problem: Problem) => {
          reject(problem);
          // What the work throws then has the code of the problem.
          controller.abort(problem);
        };
        const abort = () => interrupt(createAbortProblem(signal));
        const expire = () => interrupt(this.#createTimeoutProblem(timeoutMs <= remainingMs ? "timeout" : "deadline"));
        const cancelTimer = this.clock.after(Math.min(timeoutMs, remainingMs), expire);
        release = () => {
          cancelTimer();
          signal?.removeEventListener("abort", abort);
        };
        signal?.addEventListener("abort", abort);
        // The clock of a test may have called back at once.
        if (!controller.signal.aborted) work(controller.signal).then(resolve, reject);
      });
    } finally {
      release();
    }
  }

  /** Waits for a delay, or until the caller aborts. */
  async wait(delayMs: number): Promise<void> {
    // The next attempt finds out why the wait has ended.
    if (delayMs > 0) await this.run(() => new Promise<never>(() => {}), delayMs).catch(() => {});
  }

  #createTimeoutProblem(limit: "timeout" | "deadline"): Problem {
    const problem = `the ${limit} of ${this.#settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    const stopReason = limit === "deadline" && { stopReason: limit };
    return new Problem("timeout", problem, { limit, ...stopReason }, { code: "timeout" });
  }
}

function createAbortProblem(signal: AbortSignal | undefined): Problem {
  const details = { cause: signal?.reason as unknown, stopReason: "aborted" } as const;
  return new Problem("aborted", "the signal was aborted.", details, { code: "aborted" });
}
