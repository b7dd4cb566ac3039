import type { Clock } from "../options/clock.ts";

/** Why work was given up before it was done. */
export class Interruption {
  readonly kind: "timeout" | "aborted";

  /** The reason of the caller's signal. */
  readonly reason: unknown;

  constructor(kind: Interruption["kind"], reason?: unknown) {
    this.kind = kind;
    this.reason = reason;
  }
}

/** Limits of a piece of work. */
export interface Limits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Does work until it is done, its time is up, or the caller aborts. The work gets a signal that aborts in both cases, but
 * need not heed it. Nothing is left behind on the caller's signal.
 *
 * @throws {@link Interruption} where the work was given up, and whatever the work throws
 */
export async function interruptible<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  limits: Limits,
): Promise<Value> {
  const { clock, timeoutMs, signal } = limits;
  if (signal?.aborted) throw new Interruption("aborted", signal.reason);
  const controller = new AbortController();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (interruption: Interruption) => {
    reject(interruption);
    controller.abort();
  };
  const abort = () => interrupt(new Interruption("aborted", signal?.reason));
  const cancelTimer = clock.after(timeoutMs, () => interrupt(new Interruption("timeout")));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(controller.signal), interrupted]);
  } finally {
    cancelTimer();
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * Waits.
 *
 * @throws {@link Interruption} at once where the caller aborts
 */
export function pause(delayMs: number, { clock, signal }: Pick<Limits, "clock" | "signal">): Promise<void> {
  return interruptible(() => new Promise<never>(() => {}), { clock, signal, timeoutMs: delayMs }).catch(
    (error: unknown) => {
      if (!(error instanceof Interruption && error.kind === "timeout")) throw error;
    },
  );
}
