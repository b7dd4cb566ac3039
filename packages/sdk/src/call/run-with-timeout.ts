import type { Clock } from "../options/clock.ts";

/** The result of work that had a time limit. */
export type TimedResult<Value> =
  | { readonly kind: "completed"; readonly value: Value }
  | { readonly kind: "failed"; readonly thrown: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Options of {@link runWithTimeout}. */
export interface TimeoutOptions {
  readonly clock: Pick<Clock, "after">;
  readonly timeoutMs: number;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs work until it completes, its timeout passes, or the caller aborts. The work is passed a signal that aborts in the last
 * two cases, but does not have to react to it. Listeners on the caller's signal are always removed.
 *
 * @throws what the clock throws
 */
export function runWithTimeout<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal }: TimeoutOptions,
): Promise<TimedResult<Value>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve({ kind: "aborted", reason: signal.reason });
    const controller = new AbortController();
    let isFinished = false;
    let cancelTimer = () => {};
    const finish = (result: TimedResult<Value>) => {
      isFinished = true;
      signal?.removeEventListener("abort", abort);
      try {
        cancelTimer();
        resolve(result);
      } catch (error) {
        reject(error);
      }
    };
    const interrupt = (result: TimedResult<Value>) => {
      finish(result);
      controller.abort();
    };
    const abort = () => interrupt({ kind: "aborted", reason: signal?.reason });
    cancelTimer = clock.after(timeoutMs, () => interrupt({ kind: "timeout" }));
    if (isFinished) return; // The clock of a test may call back at once.
    signal?.addEventListener("abort", abort);
    work(controller.signal).then(
      (value) => finish({ kind: "completed", value }),
      (thrown: unknown) => finish({ kind: "failed", thrown }),
    );
  });
}

/** Waits for a delay, or until the caller aborts. */
export async function wait(delayMs: number, limits: Omit<TimeoutOptions, "timeoutMs">): Promise<void> {
  await runWithTimeout(() => new Promise<never>(() => {}), { ...limits, timeoutMs: delayMs });
}
