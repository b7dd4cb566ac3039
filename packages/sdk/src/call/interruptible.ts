import type { Clock } from "../options/clock.ts";

/** How work ended: done, with what it threw, because its time was up, or because the caller aborted. */
export type Ending<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "failed"; readonly thrown: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "aborted"; readonly reason: unknown };

/** Limits of a piece of work. */
export interface Limits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Does work until it is done, its time is up, or the caller aborts; the caller's signal must not be aborted yet. The work
 * gets a signal that aborts in both cases, but need not heed it. Nothing is left behind on the caller's signal.
 */
export function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal }: Limits,
): Promise<Ending<Value>> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const end = (ending: Ending<Value>) => {
      cancelTimer();
      signal?.removeEventListener("abort", abort);
      resolve(ending);
    };
    const interrupt = (ending: Ending<Value>) => {
      end(ending);
      controller.abort();
    };
    const abort = () => interrupt({ kind: "aborted", reason: signal?.reason });
    const cancelTimer = clock.after(timeoutMs, () => interrupt({ kind: "timeout" }));
    signal?.addEventListener("abort", abort);
    work(controller.signal).then(
      (value) => end({ kind: "done", value }),
      (thrown: unknown) => end({ kind: "failed", thrown }),
    );
  });
}

/** Waits, but no longer than until the caller aborts. */
export async function pause(delayMs: number, limits: Omit<Limits, "timeoutMs">): Promise<void> {
  await interruptible(() => new Promise<never>(() => {}), { ...limits, timeoutMs: delayMs });
}
