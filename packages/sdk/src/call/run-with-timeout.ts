import type { Clock } from "../options/clock.ts";

/** The result of work that had a time limit. */
export type TimedResult<Value> =
  | { readonly kind: "completed"; readonly value: Value }
  | { readonly kind: "failed"; readonly thrown: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Options of {@link runWithTimeout}. */
export interface TimeoutOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Signal of the caller. It must not be aborted yet. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs work until it completes, its timeout passes, or the caller aborts. The work is passed a signal that aborts in the last
 * two cases, but does not have to react to it. Listeners on the caller's signal are always removed.
 */
export function runWithTimeout<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal }: TimeoutOptions,
): Promise<TimedResult<Value>> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const finish = (result: TimedResult<Value>) => {
      cancelTimer();
      signal?.removeEventListener("abort", abort);
      resolve(result);
    };
    const interrupt = (result: TimedResult<Value>) => {
      finish(result);
      controller.abort();
    };
    const abort = () => interrupt({ kind: "aborted", reason: signal?.reason });
    const cancelTimer = clock.after(timeoutMs, () => interrupt({ kind: "timeout" }));
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
