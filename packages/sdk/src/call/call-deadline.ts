import { AbortError } from "../errors/abort-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import type { Clock } from "../options/clock.ts";
import type { CallSettings } from "../options/settings.ts";
import { AttemptError } from "./attempt-error.ts";
import { runWithTimeout, wait } from "./run-with-timeout.ts";

/** The deadline of one call, which the caller may abort before. */
export class CallDeadline {
  readonly clock: Required<Clock>;
  readonly signal: AbortSignal | undefined;
  readonly #deadlineMs: number;
  readonly #endMs: number;

  constructor({ clock, deadline, signal }: CallSettings) {
    this.clock = clock;
    this.signal = signal;
    this.#deadlineMs = deadline;
    this.#endMs = clock.monotonicNow() + deadline;
  }

  /** Returns the time until the deadline, in milliseconds; negative if it has passed. */
  remainingMs(): number {
    return this.#endMs - this.clock.monotonicNow();
  }

  /** Returns the time since the call began, in milliseconds. */
  elapsedMs(): number {
    return this.#deadlineMs - this.remainingMs();
  }

  /**
   * Runs work until the deadline.
   *
   * @throws what the work throws, or the {@link AttemptError} of a timeout or of an abortion
   */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    const { clock, signal } = this;
    const result = await runWithTimeout(work, { clock, signal, timeoutMs: this.remainingMs() });
    switch (result.kind) {
      case "completed":
        return result.value;
      case "failed":
        throw result.thrown;
      case "timeout":
        throw createTimeoutError("deadline", this.#deadlineMs);
      case "aborted":
        throw createAbortError(result.reason);
    }
  }

  /** Waits for a delay, or until the caller aborts. */
  async wait(delayMs: number): Promise<void> {
    if (delayMs > 0) await wait(delayMs, this);
  }
}

/**
 * Creates the error of an option that limits time.
 *
 * @param isUnsent - Whether the request certainly never reached the service.
 */
export function createTimeoutError(limit: "timeout" | "deadline", milliseconds: number, isUnsent = true): AttemptError {
  const problem = `the ${limit} of ${milliseconds} ms has passed. Raise the option ${limit} to wait longer.`;
  return new AttemptError("timeout", isUnsent, problem, (fields) => new TimeoutError({ ...fields, limit }));
}

/** Creates the error of a call that the caller aborted. */
export function createAbortError(cause: unknown): AttemptError {
  return new AttemptError("aborted", false, "the caller aborted it.", (fields) => new AbortError({ ...fields, cause }));
}
