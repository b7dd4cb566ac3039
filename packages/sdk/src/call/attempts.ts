import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { type ErrorContext, Failure, joinMessages, toFailure } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { findRemainingMs, type PreparedCall, type RunningAttempt } from "./prepared-call.ts";
import { toResponseFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, findAttemptCode } from "./retry-policy.ts";
import { send } from "./send.ts";

type Limit = "timeout" | "deadline";

// An attempt that ky has started.
interface StartedAttempt extends RunningAttempt {
  readonly controller: AbortController;
  // The limit of time that it reaches first.
  readonly limit: Limit;
  outcome?: Outcome;
}

// How an attempt has ended: it succeeded, or it failed. After a failure, there's a delay if another attempt follows.
interface Outcome {
  readonly failure?: Failure;
  readonly delayMs?: number;
}

/** Makes the attempts of a call, and remembers them. */
export class Attempts {
  readonly #call: PreparedCall;
  readonly #made: Attempt[] = [];
  // Aborted when the caller aborts, whose own signal may be no signal of the platform.
  readonly #aborted = new AbortController();
  #last: StartedAttempt | undefined;
  // Resolves when the last attempt has ended. At a time limit, ky doesn't wait for that.
  #ended: Promise<unknown> | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: (RunningAttempt & { readonly failure: Failure }) | undefined;

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

  /**
   * Makes attempts until one succeeds. ky starts them, waits between them, and limits their time. It never has the key, and needs
   * neither method, headers nor body.
   */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const { request, settings } = this.#call;
    const { signal, timeout } = settings;
    const remainingMs = findRemainingMs(this.#call);
    const abort = () => this.#abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      await ky(request.url, {
        fetch: () => this.#start(),
        // ky rejects a time that is too long for a timer.
        timeout: timeout > maxTimerMs ? false : timeout,
        ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
        ...(signal && { signal: this.#aborted.signal }),
        retry: {
          // `decideRetry` counts the retries.
          limit: Number.MAX_SAFE_INTEGER,
          shouldRetry: async () => (await this.#endLast())?.delayMs !== undefined,
          delay: () => this.#last?.outcome?.delayMs ?? 0,
        },
      });
    } catch (thrown) {
      const outcome = await this.#endLast();
      if (!outcome || outcome.delayMs !== undefined) throw explainFailureOfKy(thrown, this.#call);
      if (outcome.failure) throw outcome.failure;
    } finally {
      // The signal may live longer than the call.
      signal?.removeEventListener("abort", abort);
    }
    return this.response as ReceivedResponse;
  }

  #start(): Promise<Response> {
    const attempt = this.#attempt();
    this.#ended = attempt.catch(() => {});
    return attempt;
  }

  // Makes one attempt, and rejects with its failure.
  async #attempt(): Promise<Response> {
    this.#aborted.signal.throwIfAborted();
    // The signal of ky's `Request` isn't used: the edge runtime of Next.js doesn't abort it.
    const controller = new AbortController();
    const { signal } = controller;
    const limit = this.#call.settings.timeout <= findRemainingMs(this.#call) ? "timeout" : "deadline";
    const number = this.#made.length + 1;
    const attempt: StartedAttempt = { number, startMs: performance.now(), controller, signal, limit };
    this.#last = attempt;
    // `fetch` and other functions of the caller may ignore the signal.
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    try {
      attempt.response = await Promise.race([this.#exchange(attempt), aborting]);
      this.#record(attempt);
      attempt.outcome = {};
    } catch (thrown) {
      attempt.outcome = this.#settle(attempt, toFailure(thrown, "the attempt"));
      throw attempt.outcome.failure;
    }
    // ky only needs to know that there is a response.
    return new Response();
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { client, request, settings, secrets } = this.#call;
    const rejected = this.#rejected;
    const key = await resolveApiKey(settings.apiKey, rejected, client.memory);
    // The function `apiKey` may return after its attempt has timed out.
    attempt.signal.throwIfAborted();
    if (rejected && key === rejected.key) {
      attempt.response = rejected.response;
      throw rejected.failure.withStopReason("not_retryable");
    }
    this.#rejected = undefined;
    attempt.key = key;
    secrets.add(key);
    const { origin: _, headers, ...sent } = request;
    const response = await send({ ...sent, headers: { ...headers } }, this.#call, attempt, settings.use);
    if (!response.isSuccessful) throw toResponseFailure(this.#call, response);
    return response;
  }

  // Decides what a failed attempt leads to.
  #settle(attempt: RunningAttempt, thrown: Failure): Outcome {
    const { client, observer } = this.#call;
    const failure = this.#findFailure(attempt, thrown);
    const code = findAttemptCode(failure);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(client.memory, this.#rejected.key);
    // Without a key, nothing was sent.
    if (attempt.key === undefined && !code) return { failure };
    const made = this.#record(attempt, code);
    const decision = decideRetry(this.#call, attempt, failure, this.errorContext);
    if (decision instanceof Failure) return { failure: decision };
    Object.assign(made, decision);
    if (decision.reason === "new_key") this.#rejected = { ...attempt, failure };
    void observer.notify("onRetry", () => ({ attempt: { ...made } }));
    return { failure, delayMs: decision.delay };
  }

  // A timeout never hides an error status whose body is incomplete.
  #findFailure({ signal, response }: RunningAttempt, thrown: Failure): Failure {
    const isLate = thrown === signal.reason && thrown.code === "timeout";
    return isLate && response && !response.isSuccessful ? toResponseFailure(this.#call, response) : thrown;
  }

  #record({ number, startMs, response }: RunningAttempt, code?: Attempt["code"]): Attempt {
    const durationMs = Math.round(performance.now() - startMs);
    // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
    const started = Date.now() - durationMs;
    const status = response && { status: response.status };
    const made = { number, started, duration: durationMs, ...status, ...(code && { code }) };
    this.#made.push(made);
    return made;
  }

  // Returns how the last attempt has ended. If it still runs, its time is over.
  async #endLast(): Promise<Outcome | undefined> {
    if (this.#last) this.#abortLast(createTimeout(this.#call, this.#last.limit));
    await this.#ended;
    return this.#last?.outcome;
  }

  #abort(cause: unknown): void {
    const failure = new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" });
    this.#aborted.abort(failure);
    this.#abortLast(failure);
  }

  #abortLast(reason: Failure): void {
    if (this.#last && !this.#last.outcome) this.#last.controller.abort(reason);
  }
}

// ky itself fails between two attempts, because the time of the call is over or the caller aborts it, or before the first one.
function explainFailureOfKy(thrown: unknown, call: PreparedCall): Failure {
  if (isTimeoutOfKy(thrown)) return createTimeout(call, "deadline");
  if (thrown instanceof Failure) return thrown;
  // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createTimeout({ settings }: PreparedCall, limit: Limit): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}
