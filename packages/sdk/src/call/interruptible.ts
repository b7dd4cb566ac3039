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
 * Does work until it is done, its time is up, or the caller aborts. The work gets a signal that aborts in both cases, but
 * need not heed it. Nothing is left behind on the caller's signal.
 */
export async function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, timeoutMs, signal }: Limits,
): Promise<Ending<Value>> {
  if (signal?.aborted) return { kind: "aborted", reason: signal.reason };
  const controller = new AbortController();
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<Ending<Value>>();
  const abort = () => interrupt({ kind: "aborted", reason: signal?.reason });
  const cancelTimer = clock.after(timeoutMs, () => interrupt({ kind: "timeout" }));
  signal?.addEventListener("abort", abort, { once: true });
  const done = work(controller.signal).then(
    (value): Ending<Value> => ({ kind: "done", value }),
    (thrown: unknown): Ending<Value> => ({ kind: "failed", thrown }),
  );
  const ending = await Promise.race([done, interrupted]);
  cancelTimer();
  signal?.removeEventListener("abort", abort);
  if (ending.kind === "timeout" || ending.kind === "aborted") controller.abort();
  return ending;
}

/** Waits, but no longer than until the caller aborts: ends with `timeout` where it has waited, and else with `aborted`. */
export function pause(delayMs: number, limits: Omit<Limits, "timeoutMs">): Promise<Ending<never>> {
  return interruptible(() => new Promise<never>(() => {}), { ...limits, timeoutMs: delayMs });
}
