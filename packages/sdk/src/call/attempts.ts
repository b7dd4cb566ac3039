import { showValue } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { type ErrorContext, Failure, joinMessages, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { Attempt, StopReason } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { toResponseFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, type Retry } from "./retry-policy.ts";
import { type RunningAttempt, type RunningCall, send } from "./send.ts";

// Timers of the platform with a longer delay fire at once, and ky rejects it.
const maxTimerMs = 2 ** 31 - 1;

// What the last attempt has led to: a successful response, a retry after a delay, or the failure of the call.
interface Result {
  readonly response?: ReceivedResponse | undefined;
  readonly delay?: number;
  readonly failure?: Failure;
}

/** The attempts of a call. ky makes them, waits between them, and ends them at their time limits. */
export class Attempts {
  readonly #call: RunningCall;
  readonly #made: Attempt[] = [];
  // Aborted by the signal of the caller, which may be no signal of the platform. The reason is a `Failure`.
  readonly #aborted = new AbortController();
  #running: RunningAttempt | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: RunningAttempt | undefined;
  #result: Result = {};

  constructor(call: RunningCall) {
    this.#call = call;
  }

  /** The response of the last attempt. */
  get response(): ReceivedResponse | undefined {
    return this.#result.response;
  }

  /** Copies of the attempts that were made: a hook may change them. */
  get made(): readonly Attempt[] {
    return this.#made.map((attempt) => ({ ...attempt }));
  }

  get errorContext(): ErrorContext {
    const { context, request } = this.#call;
    return {
      ...context,
      method: request.method,
      url: request.url,
      attempts: this.made,
      headers: this.response?.headers,
    };
  }

  /**
   * Sends the request until there is a successful response. ky never has the key, and needs neither method, headers nor body.
   *
   * For each attempt, ky calls `fetch`, and ends it at its time limit. If `fetch` rejects or the time is over, ky calls `shouldRetry`, then
   * `delay`, and waits. If the time of the whole call is over, ky rejects without calling `shouldRetry`.
   */
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
    try {
      await ky(request.url, {
        fetch: (sent) => this.#start((sent as Request).signal),
        timeout: timeout > maxTimerMs ? false : timeout,
        ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
        ...(signal && { signal: this.#aborted.signal }),
        throwHttpErrors: false,
        retry: {
          // `decideRetry` counts the retries.
          limit: Number.MAX_SAFE_INTEGER,
          shouldRetry: () => this.#endFailedAttempt(),
          delay: () => this.#result.delay as number,
        },
      });
    } catch (thrown) {
      // ky does not ask for a retry if the time of the call is over.
      this.#endFailedAttempt();
      if (this.#result.failure) throw this.#result.failure;
      if (isTimeoutOfKy(thrown)) throw this.#createTimeout("deadline");
      if (thrown instanceof Failure || this.#made.length > 0) throw thrown;
      // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
      const problem = joinMessages(["this environment cannot create a Request", thrown]);
      const advice = "If a test uses jsdom, give its file the environment node.";
      throw new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
    } finally {
      // The signal may live longer than the call.
      signal?.removeEventListener("abort", abort);
    }
    return this.#result.response as ReceivedResponse;
  }

  // Starts an attempt. Rejects with a `Failure` if it has no successful response.
  async #start(kySignal: AbortSignal): Promise<Response> {
    const aborted = this.#aborted.signal;
    aborted.throwIfAborted();
    const limit = this.#call.settings.timeout <= this.#remainingMs() ? "timeout" : "deadline";
    const over = new AbortController();
    const { signal } = over;
    const abort = () => over.abort(aborted.aborted ? aborted.reason : this.#createTimeout(limit));
    kySignal.addEventListener("abort", abort);
    const attempt: RunningAttempt = { number: this.#made.length + 1, startMs: performance.now(), signal, abort };
    this.#running = attempt;
    try {
      const response = await untilAborted(signal, this.#exchange(attempt));
      attempt.response = response;
      this.#record(attempt);
      // ky needs a response, and returns it unread.
      return response.original as Response;
    } catch (thrown) {
      attempt.failure = toFailure(thrown, "the attempt");
      throw attempt.failure;
    }
  }

  #remainingMs(): number {
    const { settings, startMs } = this.#call;
    return Math.max(0, settings.deadline - Math.round(performance.now() - startMs));
  }

  #createTimeout(limit: "timeout" | "deadline"): Failure {
    const problem = `the ${limit} of ${this.#call.settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { client, operation, request, settings, secrets } = this.#call;
    const rejected = this.#rejected;
    const key = await resolveApiKey(settings.apiKey, rejected, client.memory);
    // The function `apiKey` may return after its attempt has timed out.
    attempt.signal.throwIfAborted();
    if (rejected?.failure && rejected.response && key === rejected.key) {
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

  #record({ number, startMs, key, response }: RunningAttempt, code?: Attempt["code"]): void {
    this.#running = undefined;
    this.#result = { response };
    if (key === undefined && !code) return;
    const duration = Math.round(performance.now() - startMs);
    // The time of day is read after the request: a page that is rendered in advance must not read it before.
    const started = Date.now() - duration;
    const outcome = { ...(response && { status: response.status }), ...(code && { code }) };
    this.#made.push({ number, started, duration, ...outcome });
  }

  // Ends the attempt that runs, if there is one. Returns whether ky makes another attempt.
  #endFailedAttempt(): boolean {
    const attempt = this.#running;
    // ky may fail before it calls `fetch`, or while it waits.
    if (!attempt) return false;
    const { client, observer } = this.#call;
    const { response } = attempt;
    const failure = this.#settleFailure(attempt);
    const code = findAttemptCode(failure);
    this.#record(attempt, code);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(client.memory, this.#rejected.key);
    const decision = this.#decide(attempt, failure, code !== undefined);
    if (typeof decision !== "object") {
      this.#result = { response, failure: failure.withStopReason(decision) };
      return false;
    }
    const last = Object.assign(this.#made.at(-1) as Attempt, decision);
    this.#result = { response, delay: decision.delay };
    if (decision.reason === "new_key") this.#rejected = attempt;
    void observer.notify("onRetry", () => ({ attempt: { ...last } }));
    return true;
  }

  // A timeout never hides an error status whose body is incomplete.
  #settleFailure(attempt: RunningAttempt): Failure {
    const { operation, request, secrets } = this.#call;
    const { signal, response } = attempt;
    // On the edge runtime of Next.js, the signal of a `Request` is not aborted.
    if (!attempt.failure) attempt.abort();
    const failure = attempt.failure ?? (signal.reason as Failure);
    const isLate = failure === signal.reason && failure.code === "timeout";
    if (!isLate || !response || response.isSuccessful) return failure;
    attempt.failure = toResponseFailure(operation, request.url, response, secrets);
    return attempt.failure;
  }

  // Returns the retry, or the reason to stop: undefined if no attempt could succeed.
  #decide({ key, response }: RunningAttempt, failure: Failure, hasNoResponse: boolean): Retry | StopReason | undefined {
    const { operation, settings } = this.#call;
    const { code, details } = failure;
    const stopReason = code === "aborted" ? code : details.stopReason;
    if (stopReason) return stopReason;
    // A mistake of the caller, or a response that is too large.
    if (!hasNoResponse && (details.status === undefined || code === "response")) return undefined;
    const renewals = this.#made.filter(({ reason }) => reason === "new_key").length;
    const retried = this.#made.length - 1 - renewals;
    return decideRetry(failure, operation, settings, {
      hasNoResponse,
      isUnsent: key === undefined || (!response && details.isUnsent === true),
      wanted: this.#askShouldRetry(failure, retried + 1),
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

// Settles like the work, or rejects as soon as the signal is aborted, which a function of the caller may ignore.
function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    const release = () => signal.removeEventListener("abort", end);
    void work.then(resolve, reject).then(release);
  });
}
