import { maxTimerMs, sleep } from "@knowledge-base/internal";
import ky, { isTimeoutError } from "ky";
import { type ErrorContext, Failure, joinMessages, toFailure } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { forgetRenewal } from "../options/api-key.ts";
import { type PreparedCall, type RejectedAttempt, type RunningAttempt, remainingMsOf } from "./prepared-call.ts";
import { toStatusFailure } from "./read-response.ts";
import { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { send } from "./send.ts";

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
      throwIfOver(call);
      const attempt: RunningAttempt = {
        number: this.#made.length + 1,
        rejected,
        startMs: performance.now(),
        controller: new AbortController(),
      };
      const outcome = await makeAttempt(call, attempt);
      if (outcome instanceof ReceivedResponse) {
        this.#record(attempt);
        return outcome;
      }
      const code = attemptCodeOf(outcome);
      if (attempt.sentKey === undefined) {
        if (rejected) forgetRenewal(call.memory, rejected.sentKey);
        if (!code) throw outcome;
      }
      const failed = this.#record(attempt, code);
      const retry = decideRetry(call, attempt, outcome, this.errorContext);
      if (retry instanceof Failure) throw retry;
      this.#made.splice(-1, 1, { ...failed, ...retry });
      void call.observer.notify("onRetry", () => ({ attempt: { ...failed, ...retry } }));
      if (retry.reason === "new_key") rejected = { ...attempt, failure: outcome };
      else if (attempt.sentKey !== undefined) rejected = undefined;
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

// Throws if no attempt can begin: the caller has aborted, or the deadline passed while the machine was suspended during a delay.
function throwIfOver(call: PreparedCall): void {
  const { signal } = call.settings;
  if (signal?.aborted) throw createAbort(signal);
  if (remainingMsOf(call) === 0) throw createTimeout(call, "deadline");
}

// Makes one attempt, and returns its successful response or its failure. Ky limits its time.
async function makeAttempt(call: PreparedCall, attempt: RunningAttempt): Promise<ReceivedResponse | Failure> {
  const { request, settings } = call;
  const { signal, timeout } = settings;
  const remainingMs = remainingMsOf(call);
  const limit = timeout <= remainingMs ? "timeout" : "deadline";
  const limitMs = Math.min(timeout, remainingMs);
  // Passed on by a controller of our own, because the caller's signal may be no signal of the platform.
  const abort = () => attempt.controller.abort(createAbort(signal));
  signal?.addEventListener("abort", abort);
  try {
    // Ky's `Request` isn't sent, because middleware and the caller's `fetch` get plain data. So ky gets neither the API key nor method,
    // headers and body, which would take a tenth of the time of a call.
    await ky(request.url, {
      // The response is in `attempt`, which has one even if the body doesn't arrive in time.
      fetch: () => sendUntilAborted(call, attempt),
      // Ky rejects a time that is too long for a timer.
      timeout: limitMs > maxTimerMs ? false : limitMs,
      retry: 0,
      throwHttpErrors: false,
    });
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    if (!isTimeoutError(thrown)) return explainFailureOfKy(thrown);
    const failure = createTimeout(call, limit);
    attempt.controller.abort(failure);
    // A timeout never hides an error status whose body is incomplete.
    if (attempt.response?.isSuccessful ?? true) return failure;
  } finally {
    // The signal may live longer than the call.
    signal?.removeEventListener("abort", abort);
  }
  const response = attempt.response as ReceivedResponse;
  return response.isSuccessful ? response : toStatusFailure(call, response);
}

// Ky's timeout ends an attempt even if `fetch` or another function of the caller ignores its signal. This does the same for an abort.
async function sendUntilAborted(call: PreparedCall, attempt: RunningAttempt): Promise<Response> {
  const { signal } = attempt.controller;
  signal.throwIfAborted();
  const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  try {
    const response = await Promise.race([send(call, attempt), aborting]);
    return response.original as Response;
  } catch (thrown) {
    throw toFailure(thrown, "the attempt");
  }
}

// The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
function explainFailureOfKy(thrown: unknown): Failure {
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createAbort(signal: AbortSignal | undefined): Failure {
  return new Failure("aborted", "the signal was aborted.", { cause: signal?.reason, stopReason: "aborted" });
}

function createTimeout({ settings }: PreparedCall, limit: "timeout" | "deadline"): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}
