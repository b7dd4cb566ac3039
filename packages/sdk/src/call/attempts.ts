import { sleep } from "@knowledge-base/internal";
import type { ErrorContext } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { errorContextOf, type PreparedCall, throwIfOver } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { type AttemptResult, type RejectedAttempt, RunningAttempt } from "./running-attempt.ts";

/** Makes the attempts of a call, and lists them. */
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
    return errorContextOf(this.#call, this.made, this.#response);
  }

  /** Makes attempts until one succeeds, and returns its response. Throws the failure of the call if none does. */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const call = this.#call;
    // The attempt whose key was rejected, until another key is sent.
    let rejected: RejectedAttempt | undefined;
    for (;;) {
      throwIfOver(call);
      const number = this.#made.length + 1;
      const result = await new RunningAttempt(call, number, rejected).run();
      const attempt = describeAttempt(number, result);
      const { failure, key, startMs } = result;
      // Without a valid key there is no attempt, and there won't be one. But a function `apiKey` that failed may succeed later.
      if (failure && key === undefined && attempt.code === undefined) throw failure;

      this.#response = result.response;
      if (!failure) {
        this.#made.push(attempt);
        return result.response;
      }
      const { retry, stop } = decideRetry(call, result, [...this.made, { ...attempt }]);
      this.#made.push({ ...attempt, ...retry });
      if (!retry) throw stop;

      call.reporter.reportRetry({ ...attempt, ...retry });
      if (key !== undefined) rejected = retry.reason === "new_key" ? { key, startMs, failure } : undefined;
      await sleep(retry.delay, call.settings.signal);
    }
  }
}

function describeAttempt(number: number, { startMs, response, failure }: AttemptResult): Attempt {
  const durationMs = Math.round(performance.now() - startMs);
  // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
  const started = Date.now() - durationMs;
  const code = failure && attemptCodeOf(failure);
  return {
    number,
    started,
    duration: durationMs,
    ...(response && { status: response.status }),
    ...(code && { code }),
  };
}
