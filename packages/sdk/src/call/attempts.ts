import { maxTimerMs, showValue } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { type ErrorContext, Failure, joinMessages, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { Attempt, StopReason } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { toResponseFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, type Retry } from "./retry-policy.ts";
import { type RunningAttempt, type RunningCall, send } from "./send.ts";

// What an attempt has led to: the success of the call, another attempt, or the failure of the call.
type Outcome =
  | { readonly kind: "success"; readonly response: ReceivedResponse }
  | { readonly kind: "retry" }
  | { readonly kind: "failure"; readonly failure: Failure };

interface StartedAttempt extends RunningAttempt {
  // Aborts the signal of the attempt, and returns the reason.
  readonly abort: () => Failure;
  // Why there is no successful response.
  failure?: Failure;
  // Undefined until the attempt is over, and ky asks for a retry or gives up.
  outcome?: Outcome;
}

type RejectedAttempt = Pick<RunningAttempt, "key" | "startMs" | "response"> & { readonly failure: Failure };

/** The attempts of a call. ky starts them, waits between them, and ends them at their time limits. */
export class Attempts {
  readonly #call: RunningCall;
  readonly #made: Attempt[] = [];
  // Aborted by the signal of the caller, which may be no signal of the platform. The reason is a `Failure`.
  readonly #aborted = new AbortController();
  #last: StartedAttempt | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: RejectedAttempt | undefined;

  constructor(call: RunningCall) {
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

  /** Sends the request until there is a successful response. ky never has the key, and needs neither method, headers nor body. */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const { request, settings } = this.#call;
    const { timeout, signal } = settings;
    const abort = () => {
      const cause: unknown = signal?.reason;
      this.#aborted.abort(new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" }));
    };
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    const remainingMs = this.#remainingMs();
    let thrown: unknown;
    try {
      await ky(request.url, {
        fetch: (sent) => this.#start((sent as Request).signal),
        timeout: timeout > maxTimerMs ? false : timeout,
        ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
        ...(signal && { signal: this.#aborted.signal }),
        retry: {
          // `decideRetry` counts the retries.
          limit: Number.MAX_SAFE_INTEGER,
          shouldRetry: () => this.#settleLast()?.kind === "retry",
          delay: () => this.#made.at(-1)?.delay ?? 0,
        },
      });
    } catch (error) {
      thrown = error;
    } finally {
      // The signal may live longer than the call.
      signal?.removeEventListener("abort", abort);
    }
    // ky doesn't ask for a retry if the deadline has ended the attempt.
    const outcome = this.#settleLast();
    if (outcome?.kind === "success") return outcome.response;
    throw outcome?.kind === "failure" ? outcome.failure : this.#explainFailureOfKy(thrown);
  }

  // Starts an attempt. Rejects with a `Failure` if it has no successful response.
  async #start(kySignal: AbortSignal): Promise<Response> {
    const aborted = this.#aborted.signal;
    aborted.throwIfAborted();
    const limit = this.#call.settings.timeout <= this.#remainingMs() ? "timeout" : "deadline";
    const controller = new AbortController();
    const { signal } = controller;
    const abort = () => {
      controller.abort(aborted.aborted ? aborted.reason : this.#createTimeout(limit));
      return signal.reason;
    };
    kySignal.addEventListener("abort", abort);
    // `fetch` and other functions of the caller may ignore the signal.
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const attempt: StartedAttempt = { number: this.#made.length + 1, startMs: performance.now(), signal, abort };
    this.#last = attempt;
    try {
      const response = await Promise.race([this.#exchange(attempt), aborting]);
      attempt.response = response;
      attempt.outcome = { kind: "success", response };
      this.#record(attempt);
      // ky only needs to know that there is one.
      return new Response();
    } catch (thrown) {
      attempt.failure = toFailure(thrown, "the attempt");
      throw attempt.failure;
    }
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { client, operation, request, settings, secrets } = this.#call;
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
    if (!response.isSuccessful) throw toResponseFailure(operation, request.url, response, secrets);
    return response;
  }

  // Decides once what the last attempt has led to.
  #settleLast(): Outcome | undefined {
    const attempt = this.#last;
    if (!attempt || attempt.outcome) return attempt?.outcome;
    try {
      attempt.outcome = this.#settleFailed(attempt);
    } catch (thrown) {
      attempt.outcome = { kind: "failure", failure: toFailure(thrown, "the function random") };
    }
    return attempt.outcome;
  }

  #settleFailed(attempt: StartedAttempt): Outcome {
    const { client, observer } = this.#call;
    const failure = this.#findFailure(attempt);
    const code = findAttemptCode(failure);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(client.memory, this.#rejected.key);
    const made = this.#record(attempt, code);
    // Nothing was sent: there is no key, or only the rejected one.
    if (!made) return { kind: "failure", failure };
    const decision = this.#decide(attempt, failure, code !== undefined);
    if (typeof decision !== "object") return { kind: "failure", failure: failure.withStopReason(decision) };
    Object.assign(made, decision);
    if (decision.reason === "new_key") this.#rejected = { ...attempt, failure };
    void observer.notify("onRetry", () => ({ attempt: { ...made } }));
    return { kind: "retry" };
  }

  #findFailure(attempt: StartedAttempt): Failure {
    const { operation, request, secrets } = this.#call;
    const { signal, response } = attempt;
    // On the edge runtime of Next.js, the signal of a `Request` is not aborted.
    const failure = attempt.failure ?? attempt.abort();
    const isLate = failure === signal.reason && failure.code === "timeout";
    // A timeout never hides an error status whose body is incomplete.
    if (isLate && response && !response.isSuccessful)
      return toResponseFailure(operation, request.url, response, secrets);
    return failure;
  }

  // Adds an attempt to those that were made, unless there was no key for it.
  #record({ number, startMs, key, response }: RunningAttempt, code?: Attempt["code"]): Attempt | undefined {
    if (key === undefined && !code) return undefined;
    const duration = Math.round(performance.now() - startMs);
    // The time of day is read after the request: a page that is rendered in advance must not read it before.
    const started = Date.now() - duration;
    const made = { number, started, duration, ...(response && { status: response.status }), ...(code && { code }) };
    this.#made.push(made);
    return made;
  }

  // ky itself fails between two attempts, because the time of the call is over or the caller aborts it, or before the first one.
  #explainFailureOfKy(thrown: unknown): Failure {
    if (isTimeoutOfKy(thrown)) return this.#createTimeout("deadline");
    if (thrown instanceof Failure) return thrown;
    // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
    const problem = joinMessages(["this environment cannot create a Request", thrown]);
    const advice = "If a test uses jsdom, give its file the environment node.";
    return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
  }

  #remainingMs(): number {
    const { settings, startMs } = this.#call;
    return Math.max(0, settings.deadline - Math.round(performance.now() - startMs));
  }

  #createTimeout(limit: "timeout" | "deadline"): Failure {
    const problem = `the ${limit} of ${this.#call.settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
  }

  // Returns the retry, or the reason to stop: undefined if no attempt could succeed.
  #decide({ key, response }: RunningAttempt, failure: Failure, hasNoResponse: boolean): Retry | StopReason | undefined {
    const { operation, settings } = this.#call;
    const { code, details } = failure;
    const stopReason = code === "aborted" ? code : details.stopReason;
    if (stopReason) return stopReason;
    // A middleware has failed, or the response is too large.
    if (!hasNoResponse && (details.status === undefined || code === "response")) return undefined;
    const renewals = this.#made.filter(({ reason }) => reason === "new_key").length;
    const retried = this.#made.length - 1 - renewals;
    return decideRetry(failure, operation, settings, {
      hasNoResponse,
      isUnsent: key === undefined || (!response && details.isUnsent === true),
      callerDecision: this.#askShouldRetry(failure, retried + 1),
      isKeyRenewable: response?.status === 401 && typeof settings.apiKey === "function" && renewals === 0,
      retried,
      remainingMs: this.#remainingMs(),
    });
  }

  // If the function throws, or does not return a decision, it decides nothing.
  #askShouldRetry(failure: Failure, retryCount: number): boolean | undefined {
    const { settings, secrets, observer } = this.#call;
    // As a method, it would get the settings, and with them the key.
    const { shouldRetry } = settings;
    try {
      const decision: unknown = shouldRetry?.({
        error: toKnowledgeBaseError(failure, this.errorContext, secrets),
        retryCount,
      });
      if (decision === undefined || typeof decision === "boolean") return decision;
      // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
      if (decision instanceof Promise) decision.catch(() => {});
      const shown = decision instanceof Promise ? "a promise" : showValue(decision);
      throw new TypeError(`It must return true, false or undefined (got ${shown}).`);
    } catch (thrown) {
      observer.logFailure("shouldRetry", thrown);
      return undefined;
    }
  }
}

// Returns why an attempt has no complete response. Only a function `apiKey` that fails is retried like a lost connection.
function findAttemptCode({ code, details }: Failure): Attempt["code"] {
  if (code === "connection" || code === "timeout" || code === "aborted") return code;
  return code === "configuration" && details.isUnsent ? "api_key" : undefined;
}
