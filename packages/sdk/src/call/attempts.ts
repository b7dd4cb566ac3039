import { sleep } from "@knowledge-base/internal/sleep";
import type { ErrorContext } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { type PreparedCall, throwIfOver } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { planRetry } from "./retry-policy.ts";
import { type RejectedAttempt, RunningAttempt } from "./running-attempt.ts";

const attemptCodes = ["connection", "timeout", "aborted", "api_key"] as const;

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
      const number = this.#made.length + 1;
      const startMs = performance.now();
      const running = new RunningAttempt(call, number, rejected);
      const failure = await running.run();
      const { key, response } = running;
      const code = attemptCodes.find((one) => one === failure?.code);
      // The key is missing, invalid, or the same as the rejected one: a mistake, with which no attempt was made.
      if (failure && key === undefined && code === undefined) throw failure;

      this.response = response;
      const duration = Math.round(performance.now() - startMs);
      const attempt: Attempt = {
        number,
        // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
        started: Date.now() - duration,
        duration,
        ...(response && { status: response.status }),
        ...(code && { code }),
      };
      this.#made.push(attempt);
      if (!failure) return response as ReceivedResponse;

      const retry = planRetry(call, failure, this.errorContext);
      Object.assign(attempt, retry);
      call.reporter.reportRetry(attempt);
      // An attempt that found no key changes nothing.
      if (key !== undefined) rejected = retry.reason === "new_key" ? { key, startMs, failure } : undefined;
      await sleep(retry.delay, call.settings.signal);
    }
  }
}
