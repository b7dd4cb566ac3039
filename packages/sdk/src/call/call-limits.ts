import { Failure } from "../errors/failure.ts";
import type { CallSettings } from "../options/settings.ts";

/** Timers of the platform with a longer delay fire at once, and ky rejects it. */
export const maxTimerMs = 2 ** 31 - 1;

/** The deadline of a call, and the signal by which its caller may abort it. */
export class CallLimits {
  readonly #settings: CallSettings;
  readonly #startMs = performance.now();
  readonly #over = new AbortController();
  /** A signal of the platform, which that of the caller may not be. Its reason is the {@link Failure} of the call. */
  readonly signal = this.#over.signal;
  readonly #abort = () => {
    const cause: unknown = this.#settings.signal?.reason;
    this.#over.abort(new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" }));
  };

  /** Listens to the signal of the caller until `release` is called: it may live longer than the call. */
  constructor(settings: CallSettings) {
    this.#settings = settings;
    const { signal } = settings;
    if (signal?.aborted) this.#abort();
    signal?.addEventListener("abort", this.#abort);
  }

  remainingMs(): number {
    return Math.max(0, this.#settings.deadline - Math.round(performance.now() - this.#startMs));
  }

  /** Awaits the schemas of a custom operation until the deadline passes or the caller aborts. */
  race<Value>(work: Promise<Value>): Promise<Value> {
    const expire = () => this.#over.abort(this.createTimeout("deadline"));
    const timer = setTimeout(expire, Math.min(this.remainingMs(), maxTimerMs));
    return untilAborted(this.signal, work).finally(() => clearTimeout(timer));
  }

  createTimeout(limit: "timeout" | "deadline"): Failure {
    const problem = `the ${limit} of ${this.#settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
  }

  release(): void {
    this.#settings.signal?.removeEventListener("abort", this.#abort);
  }
}

/** Settles like the work, or rejects as soon as the signal is aborted, which a function of the caller may ignore. */
export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    const release = () => signal.removeEventListener("abort", end);
    void work.then(resolve, reject).then(release);
  });
}
