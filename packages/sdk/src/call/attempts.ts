import { sleep } from "@knowledge-base/internal/sleep";
import type { ErrorContext } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { type PreparedCall, throwIfOver } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { type RejectedAttempt, RunningAttempt } from "./running-attempt.ts";

/** Makes the attempts of a call, and lists them. */
export class Attempts {
  /** The response of the last attempt. */
  response: ReceivedResponse | undefined;
  readonly #call: PreparedCall;
  readonly #made: Attempt[] = [];

  constructor(call: PreparedCall) {
    this.#call = call;
  }

  /** Copies of the attempts that were made: applications may change what they get. */
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
    // The attempt whose key was rejected, until another key is sent.
    let rejected: RejectedAttempt | undefined;
    for (;;) {
      throwIfOver(call);
      const startMs = performance.now();
      const result = await new RunningAttempt(call, this.#made.length + 1, rejected).run();
      if (!result.failure) {
        this.response = result.response;
        this.#made.push(this.#describe(startMs));
        return this.response;
      }
      const { failure, key } = result;
      const code = attemptCodeOf(failure);
      // No attempt was made, because the key is missing or invalid, or was rejected before. If a function `apiKey` fails, there is a code.
      if (key === undefined && code === undefined) throw failure;

      this.response = result.response;
      const attempt = this.#describe(startMs, code);
      this.#made.push(attempt);
      const { retry, stop } = decideRetry(call, result, this.errorContext);
      if (!retry) throw stop;
      Object.assign(attempt, retry);
      call.reporter.reportRetry(attempt);
      const isKeyRejected = retry.reason === "new_key";
      // An attempt that found no key changes nothing.
      if (key !== undefined) rejected = isKeyRejected ? { key, startMs, failure } : undefined;
      await sleep(retry.delay, call.settings.signal);
    }
  }

  // Describes the attempt that has just ended.
  #describe(startMs: number, code?: Attempt["code"]): Attempt {
    const durationMs = Math.round(performance.now() - startMs);
    return {
      number: this.#made.length + 1,
      // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
      started: Date.now() - durationMs,
      duration: durationMs,
      ...(this.response && { status: this.response.status }),
      ...(code && { code }),
    };
  }
}
