import { showValue } from "@knowledge-base/internal";
import { createError, type ErrorContext } from "../errors/create-error.ts";
import { joinMessages, Problem, toProblem } from "../errors/problem.ts";
import type { Secrets } from "../errors/secrets.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { monotonicNow } from "../options/clock.ts";
import type { MiddlewareRequest } from "../options/middleware.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { isSuccessful } from "./call-promise.ts";
import { isOwnOperation } from "./callable-operation.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import type { Notify } from "./observer.ts";
import { decodeBody, discardBody, ReadResponse, readBody } from "./read-body.ts";
import { isRedirect, readErrorResponse, readRedirect } from "./read-error-response.ts";
import { readOutput } from "./read-output.ts";
import { decideRetry, readRetryAfter } from "./retry-policy.ts";
import { runMiddleware } from "./run-middleware.ts";
import { sendRequest } from "./send-request.ts";
import type { TimeLimits } from "./time-limits.ts";
import type { CallRequest } from "./write-request.ts";

/** A body of a response with an error status is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/** Number of differences of one response that are reported. */
const maxReportedDrift = 10;

/** An attempt that is recorded when its request is sent, and completed later: nothing that fails afterwards hides it. */
type MadeAttempt = { -readonly [Field in keyof Attempt]: Attempt[Field] };

/** The request, settings, limits and listeners of a call, which are the same for all of its attempts. */
interface CallParts {
  readonly request: CallRequest;
  readonly settings: CallSettings;
  readonly limits: TimeLimits;
  readonly notify: Notify;
  readonly context: ErrorContext;
  readonly secrets: Secrets;
}

/** The 401 after which the function `apiKey` is called for another key. */
interface Rejection {
  readonly problem: Problem;
  readonly read: ReadResponse | undefined;
}

/** Makes the attempts of one call. */
export class Attempts {
  readonly attempts: Attempt[] = [];
  /** The response of the last attempt from when its headers have arrived, with the part of its body that was read. */
  lastResponse: ReadResponse | undefined;
  readonly #call: CallParts;
  #key: string | undefined;
  #rejection: Rejection | undefined;
  #stopReason: StopReason | undefined;

  constructor(call: CallParts) {
    this.#call = call;
  }

  /** The context of an error of this call: its request, its attempts and the headers of the last response. */
  get errorContext(): ErrorContext {
    const { request, context } = this.#call;
    return {
      ...context,
      method: request.operation.method,
      url: request.url,
      attempts: this.attempts.map((attempt) => ({ ...attempt })),
      stopReason: this.#stopReason,
      headers: this.lastResponse?.response.headers,
    };
  }

  /**
   * Makes attempts until one has a successful response.
   *
   * @throws {@link Problem} of the last attempt
   */
  async fetchResponse(): Promise<ReadResponse> {
    const { limits, settings } = this.#call;
    for (let number = 1; ; number += 1) {
      limits.throwIfOver();
      this.lastResponse = undefined;
      const attempt: MadeAttempt = { number, started: limits.clock.now(), duration: 0 };
      const startMs = monotonicNow(limits.clock);
      const ended = new AbortController();
      const failure = await limits
        .run((signal) => this.#exchange(attempt, signal, ended), settings.timeout)
        .then(() => undefined, toProblem);
      attempt.duration = monotonicNow(limits.clock) - startMs;
      const read = this.lastResponse as ReadResponse | undefined;
      if (read && !failure && isSuccessful(read.response)) return read;
      // A middleware may have kept a clone of the response, whose body may never end.
      if (failure) ended.abort();
      await this.#recover(attempt, failure, read, ended);
    }
  }

  /**
   * Reads and validates the output of a successful response.
   *
   * @throws {@link Problem}
   */
  async readOutput({ response: { status }, body }: ReadResponse): Promise<unknown> {
    const { request, settings, limits, notify, secrets } = this.#call;
    const { operation } = request;
    const read = () => readOutput(operation, status, decodeBody(body), settings.validate);
    // The schema of a custom operation may be asynchronous.
    const { value, drift } = isOwnOperation(operation) ? await limits.run(async () => read()) : await read();
    for (const difference of drift.slice(0, maxReportedDrift)) {
      notify("onDrift", () => secrets.showIssue(difference), difference);
    }
    return value;
  }

  /** @param ended - Is aborted when the attempt fails, which is after the body of an error is read. */
  async #exchange(attempt: MadeAttempt, signal: AbortSignal, ended: AbortController): Promise<void> {
    signal.addEventListener("abort", () => ended.abort(signal.reason));
    const { request, settings, notify, secrets } = this.#call;
    const { operation, origin, url, headers, body } = request;
    const key = await this.#resolveKey(signal);
    this.attempts.push(attempt);
    const context = { operation: operation.id, callId: notify.callId, attempt: attempt.number, signal: ended.signal };
    const send = (sent: MiddlewareRequest) => sendRequest(sent, { key, origin }, ended.signal, settings, secrets);
    const sent = { method: operation.method, url, headers: { ...headers }, body };
    const response = await runMiddleware(settings.use, sent, context, secrets, send);
    // A fetch function may ignore the signal, and respond during the next attempt. Its body may end as late.
    if (signal.aborted) discardBody(response);
    signal.throwIfAborted();
    attempt.status = response.status;
    const read = new ReadResponse(response);
    this.lastResponse = read;
    if (!isSuccessful(response)) return;
    await readBody(read, settings.maxResponseBytes, signal).catch((thrown: unknown) => {
      throw readFetchFailure(thrown, url, true, secrets);
    });
    if (read.length <= settings.maxResponseBytes) return;
    const problem = `the body of the response exceeds ${settings.maxResponseBytes} bytes. Raise maxResponseBytes to read more.`;
    throw new Problem("response", problem, { status: response.status });
  }

  /**
   * Returns the key for an attempt.
   *
   * @throws {@link Problem} of the 401 if the function `apiKey` returns the rejected key again
   */
  async #resolveKey(signal: AbortSignal): Promise<string> {
    const rejection = this.#rejection;
    const key = await resolveApiKey(this.#call.settings, rejection && this.#key, signal).catch((thrown: unknown) => {
      if (Problem.is(thrown)) throw thrown;
      const problem = `${joinMessages(["the function apiKey failed", thrown])}.`;
      // A later call of the function may succeed.
      throw new Problem("configuration", problem, { cause: thrown }, { code: "api_key" });
    });
    // The function may return after its attempt has timed out.
    signal.throwIfAborted();
    if (rejection && key === this.#key) {
      this.#stopReason = "not_retryable";
      this.lastResponse = rejection.read;
      throw rejection.problem;
    }
    this.#rejection = undefined;
    this.#key = key;
    this.#call.secrets.add(key);
    return key;
  }

  /**
   * Completes a failed attempt, and waits until the next one.
   *
   * @param thrown - The problem of the attempt; its response has an error status if it is undefined.
   * @param ended - Is aborted after the body of the response is read.
   * @throws {@link Problem} if there is no next one
   */
  async #recover(
    attempt: MadeAttempt,
    thrown: Problem | undefined,
    read: ReadResponse | undefined,
    ended: AbortController,
  ): Promise<void> {
    const { request, settings, limits, notify } = this.#call;
    // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
    if (thrown && !thrown.failure) throw thrown;
    const isSent = this.attempts.includes(attempt);
    if (!isSent) this.attempts.push(attempt);
    const failure = thrown?.failure;
    if (failure) attempt.code = failure.code;
    const problem = thrown ?? (await this.#readErrorResponse(read as ReadResponse).finally(() => ended.abort()));
    const renewals = this.attempts.filter(({ reason }) => reason === "new_key").length;
    const retried = this.attempts.length - 1 - renewals;
    const decision = decideRetry({
      status: failure ? undefined : attempt.status,
      code: attempt.code,
      isUnsent: !isSent || (!read && failure?.isUnsent === true),
      retryAfter: problem.details.retryAfter,
      idempotency: request.operation.idempotency,
      wanted: attempt.code === "aborted" ? undefined : this.#ask(problem, retried + 1),
      canRenewKey: typeof settings.apiKey === "function" && renewals === 0,
      retried,
      retries: settings.retries,
      remainingMs: limits.remainingMs(),
      random: settings.random,
    });
    if (attempt.status === 401 && renewals > 0) forgetRenewal(settings.apiKey);
    if (typeof decision === "string") {
      this.#stopReason = decision;
      throw problem;
    }
    Object.assign(attempt, decision);
    if (decision.reason === "new_key") this.#rejection = { problem, read };
    notify("onRetry", () => ({ attempt: { ...attempt } }));
    await limits.wait(decision.delay);
  }

  /** Asks the function `shouldRetry`. If it throws, or returns what is no decision, it decides nothing. */
  #ask(problem: Problem, retryCount: number): boolean | undefined {
    const { settings, secrets, notify } = this.#call;
    try {
      const answer: unknown = settings.shouldRetry?.({
        error: createError(problem, this.errorContext, secrets),
        retryCount,
      });
      if (answer === undefined || typeof answer === "boolean") return answer;
      const isPromise = answer instanceof Promise;
      // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
      if (isPromise) answer.catch(() => {});
      throw new TypeError(
        `It must return true, false or undefined (got ${isPromise ? "a promise" : showValue(answer)}).`,
      );
    } catch (thrown) {
      notify.logFailure("shouldRetry", thrown);
      return undefined;
    }
  }

  /** Reads the problem of a response with an error status. What is wrong with its body never hides the status. */
  async #readErrorResponse(read: ReadResponse): Promise<Problem> {
    const { request, limits, secrets } = this.#call;
    const { response } = read;
    if (isRedirect(response)) {
      discardBody(response);
      return readRedirect(response);
    }
    await limits.run((signal) => readBody(read, maxErrorBytes, signal), maxErrorBodyMs).catch(() => {});
    limits.throwIfAborted();
    read.length = Math.min(read.length, maxErrorBytes);
    // A secret may be a number in JSON.
    const text = secrets.show(decodeBody(read.body), maxErrorBytes);
    const redact = (message: string) => secrets.show(message, maxErrorBytes);
    return readErrorResponse(request, read, text, redact, readRetryAfter(response, limits.clock));
  }
}
