import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError } from "ky";
import { type ErrorContext, Failure, joinMessages, toFailure } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { type PreparedCall, type RunningAttempt, remainingMsOf } from "./prepared-call.ts";
import { toStatusFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { send } from "./send.ts";

/**
 * Makes the attempts of a call, and remembers them. Ky repeats them: it calls `fetch` for each attempt and limits its time, then asks
 * `shouldRetry` if it has failed, and waits for the `delay`.
 */
export class Attempts {
  readonly #call: PreparedCall;
  readonly #made: Attempt[] = [];
  // Aborted when the caller aborts, whose own signal may be no signal of the platform.
  readonly #controller = new AbortController();
  #last: RunningAttempt | undefined;
  #running: RunningAttempt | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: (RunningAttempt & { readonly failure: Failure }) | undefined;
  // The failure of the call, after which no attempt follows.
  #failure: Failure | undefined;

  constructor(call: PreparedCall) {
    this.#call = call;
  }

  /** The response of the last attempt. */
  get response(): ReceivedResponse | undefined {
    return this.#last?.response;
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
    const { request, settings } = this.#call;
    const { signal, timeout } = settings;
    const remainingMs = remainingMsOf(this.#call);
    const abort = () => this.#abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      await ky(request.url, {
        fetch: () => this.#makeAttempt(),
        // ky rejects a time that is too long for a timer.
        timeout: timeout > maxTimerMs ? false : timeout,
        ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
        ...(signal && { signal: this.#controller.signal }),
        throwHttpErrors: false,
        retry: {
          // The last one is for a new key, which isn't counted as a retry.
          limit: settings.retries + 1,
          shouldRetry: ({ error }) => this.#shouldRetry(error),
          delay: () => this.#made.at(-1)?.delay ?? 0,
        },
      });
    } catch (thrown) {
      // At the deadline and after the last retry, ky doesn't ask.
      if (this.#running) this.#shouldRetry(thrown);
      throw this.#failure ?? explainFailureOfKy(thrown, this.#call);
    } finally {
      // The signal may live longer than the call.
      signal?.removeEventListener("abort", abort);
    }
    return this.response as ReceivedResponse;
  }

  // ky calls it as `fetch`, but with a `Request` that has only the URL: `send` has the rest.
  async #makeAttempt(): Promise<Response> {
    this.#controller.signal.throwIfAborted();
    const { timeout } = this.#call.settings;
    const attempt: RunningAttempt = {
      number: this.#made.length + 1,
      startMs: performance.now(),
      limit: timeout <= remainingMsOf(this.#call) ? "timeout" : "deadline",
      // The signal of ky's `Request` isn't used: the edge runtime of Next.js doesn't abort it.
      controller: new AbortController(),
    };
    const { signal } = attempt.controller;
    this.#last = attempt;
    this.#running = attempt;
    // `fetch` and other functions of the caller may ignore the signal.
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    attempt.response = await Promise.race([this.#exchange(attempt), aborting]);
    this.#running = undefined;
    this.#made.push(describeAttempt(attempt));
    return attempt.response.original as Response;
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { memory, request, settings, secrets } = this.#call;
    const rejected = this.#rejected;
    const key = await resolveApiKey(settings.apiKey, rejected, memory);
    // The function `apiKey` may return after its attempt has timed out.
    attempt.controller.signal.throwIfAborted();
    if (rejected && key === rejected.key) {
      attempt.response = rejected.response;
      throw rejected.failure.withStopReason("not_retryable");
    }
    this.#rejected = undefined;
    attempt.key = key;
    secrets.add(key);
    const { origin: _, headers, ...sent } = request;
    const response = await send({ ...sent, headers: { ...headers } }, this.#call, attempt, settings.use);
    if (!response.isSuccessful) throw toStatusFailure(this.#call, response);
    return response;
  }

  // ky asks after each failed attempt.
  #shouldRetry(thrown: unknown): boolean {
    const attempt = this.#running;
    // The caller has aborted between two attempts.
    if (!attempt) return false;
    this.#running = undefined;
    const failure = isTimeoutError(thrown) ? this.#expire(attempt) : toFailure(thrown, "the attempt");
    this.#failure = this.#recordFailure(attempt, failure);
    return !this.#failure;
  }

  // Ends an attempt whose time is over: ky no longer waits for it.
  #expire({ controller, limit, response }: RunningAttempt): Failure {
    const timeout = createTimeout(this.#call, limit);
    controller.abort(timeout);
    // A timeout never hides an error status whose body is incomplete.
    return response && !response.isSuccessful ? toStatusFailure(this.#call, response) : timeout;
  }

  // Returns the failure of the call, or undefined if another attempt follows.
  #recordFailure(attempt: RunningAttempt, failure: Failure): Failure | undefined {
    const { memory, observer } = this.#call;
    const code = attemptCodeOf(failure);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(memory, this.#rejected.key);
    // Without a key, nothing was sent.
    if (attempt.key === undefined && !code) return failure;
    const made = describeAttempt(attempt, code);
    this.#made.push(made);
    const decision = decideRetry(this.#call, attempt, failure, this.errorContext);
    if (decision instanceof Failure) return decision;
    Object.assign(made, decision);
    if (decision.reason === "new_key") this.#rejected = { ...attempt, failure };
    void observer.notify("onRetry", () => ({ attempt: { ...made } }));
    return undefined;
  }

  #abort(cause: unknown): void {
    const failure = new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" });
    this.#controller.abort(failure);
    this.#running?.controller.abort(failure);
  }
}

// ky itself fails between two attempts, because the time of the call is over or the caller aborts it, or before the first one.
function explainFailureOfKy(thrown: unknown, call: PreparedCall): Failure {
  if (isTimeoutError(thrown)) return createTimeout(call, "deadline");
  if (thrown instanceof Failure) return thrown;
  // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createTimeout({ settings }: PreparedCall, limit: RunningAttempt["limit"]): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}

function describeAttempt({ number, startMs, response }: RunningAttempt, code?: Attempt["code"]): Attempt {
  const durationMs = Math.round(performance.now() - startMs);
  // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
  const started = Date.now() - durationMs;
  const status = response && { status: response.status };
  return { number, started, duration: durationMs, ...status, ...(code && { code }) };
}
