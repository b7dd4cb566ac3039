import { sleep } from "@knowledge-base/internal";
import type { ErrorContext } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { type RejectedAttempt, RunningAttempt } from "./running-attempt.ts";

/** Makes the attempts of a call, and remembers them. */
export class Attempts {
  readonly #call: PreparedCall;
  readonly #made: Attempt[] = [];
  #response: ReceivedResponse | undefined;

  constructor(call: PreparedCall) {
    this.#call = call;
  }

  /** The response of the last attempt. */
  get response(): ReceivedResponse | undefined {
    return this.#response;
  }

  /** Copies of the attempts that were made: a hook may change them. */
  get made(): readonly Attempt[] {
    return this.#made.map((attempt) => ({ ...attempt }));
  }

  get errorContext(): ErrorContext {
    const { context, request } = this.#call;
    const { method, url } = request;
    return { ...context, method, url, attempts: this.made, headers: this.response?.headers };
  }

  /** Makes attempts until one succeeds, and returns its response. Throws the failure of the call if none does. */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const call = this.#call;
    // The attempt whose key was rejected, until the function `apiKey` has returned another key.
    let rejected: RejectedAttempt | undefined;
    for (;;) {
      const attempt = new RunningAttempt(call, this.#made.length + 1, rejected);
      const outcome = await attempt.run();
      if (outcome instanceof ReceivedResponse) {
        this.#record(attempt);
        return outcome;
      }
      const { sentKey, startMs } = attempt;
      const code = attemptCodeOf(outcome);
      // Without a key, only a function `apiKey` that has failed counts as an attempt. Other mistakes of the configuration would repeat.
      if (sentKey === undefined && !code) throw outcome;
      const failed = this.#record(attempt, code);
      const retry = decideRetry(call, attempt, outcome, this.errorContext);
      this.#made.splice(-1, 1, { ...failed, ...retry });
      void call.observer.notify("onRetry", () => ({ attempt: { ...failed, ...retry } }));
      // Unless this attempt has found no key: the next one looks for another key, too.
      if (sentKey !== undefined)
        rejected = retry.reason === "new_key" ? { key: sentKey, startMs, failure: outcome } : undefined;
      await sleep(retry.delay, call.settings.signal);
    }
  }

  #record({ number, startMs, response }: RunningAttempt, code?: Attempt["code"]): Attempt {
    const durationMs = Math.round(performance.now() - startMs);
    // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
    const started = Date.now() - durationMs;
    const status = response && { status: response.status };
    const made = { number, started, duration: durationMs, ...status, ...(code && { code }) };
    this.#made.push(made);
    this.#response = response;
    return made;
  }
}
