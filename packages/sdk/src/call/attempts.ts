import { createError, type ErrorContext } from "../errors/create-error.ts";
import { joinMessages, Problem, toProblem } from "../errors/problem.ts";
import type { Secrets } from "../errors/secrets.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import type { MiddlewareRequest } from "../options/middleware.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { AttemptFailure } from "./attempt-failure.ts";
import { isSuccessful } from "./call-promise.ts";
import { isOwnOperation } from "./callable-operation.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import type { Notify } from "./observer.ts";
import { decodeBody, discardBody, ReadResponse, readBeginning, readBody } from "./read-body.ts";
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

/** Makes the attempts of one call. */
export class Attempts {
  readonly attempts: Attempt[] = [];
  readonly secrets: Secrets;
  /** The response of the last attempt from when its headers have arrived, with the part of its body that was read. */
  lastResponse: ReadResponse | undefined;
  readonly #request: CallRequest;
  readonly #settings: CallSettings;
  readonly #limits: TimeLimits;
  readonly #notify: Notify;
  readonly #context: ErrorContext;
  #key: string | undefined;
  #stopReason: StopReason | undefined;
  /** The 401 after which the function `apiKey` is called for another key. It may fail before it returns one. */
  #rejection: ReadResponse | undefined;

  constructor(
    request: CallRequest,
    settings: CallSettings,
    limits: TimeLimits,
    notify: Notify,
    context: ErrorContext,
    secrets: Secrets,
  ) {
    this.#request = request;
    this.#settings = settings;
    this.#limits = limits;
    this.#notify = notify;
    this.#context = context;
    this.secrets = secrets;
  }

  /** The context of an error of this call: its request, its attempts and the headers of the last response. */
  get errorContext(): ErrorContext {
    const { operation, url } = this.#request;
    return {
      ...this.#context,
      method: operation.method,
      url,
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
    const { clock } = this.#limits;
    for (let number = 1; ; number += 1) {
      this.#limits.throwIfOver();
      this.lastResponse = undefined;
      const attempt: MadeAttempt = { number, started: clock.now(), duration: 0 };
      const startedMs = clock.monotonicNow();
      const failure = await this.#limits
        .run((signal, checkTime) => this.#exchange(attempt, signal, checkTime), this.#settings.timeout)
        .then(() => undefined, toProblem);
      attempt.duration = clock.monotonicNow() - startedMs;
      const read = this.lastResponse as ReadResponse | undefined;
      if (read && !failure && isSuccessful(read.response)) return read;
      await this.#recover(attempt, failure, read);
    }
  }

  /** Discards the body of a 401 that is not needed any more. */
  discardRejection(): void {
    if (this.#rejection) discardBody(this.#rejection.response);
    this.#rejection = undefined;
  }

  /**
   * Reads and validates the output of a successful response.
   *
   * @throws {@link Problem}
   */
  async readOutput({ response: { status }, body }: ReadResponse): Promise<unknown> {
    const { operation } = this.#request;
    const read = () => readOutput(operation, status, decodeBody(body), this.#settings.validate);
    // The schema of a custom operation may be asynchronous.
    const { value, drift } = isOwnOperation(operation) ? await this.#limits.run(async () => read()) : await read();
    for (const difference of drift.slice(0, maxReportedDrift)) {
      this.#notify("onDrift", () => this.secrets.showIssue(difference), difference);
    }
    return value;
  }

  async #exchange(attempt: MadeAttempt, signal: AbortSignal, checkTime: () => void): Promise<void> {
    const { operation, url, headers, body } = this.#request;
    const { use, maxResponseBytes } = this.#settings;
    const key = await this.#resolveKey(signal);
    if (key === undefined) return;
    this.attempts.push(attempt);
    const request = { method: operation.method, url, headers: { ...headers }, body };
    const context = { operation: operation.id, callId: this.#notify.callId, attempt: attempt.number, signal };
    const send = (sent: MiddlewareRequest) => sendRequest(sent, key, signal, this.#settings, this.secrets);
    const response = await (use.length === 0
      ? send(request)
      : runMiddleware(use, request, context, this.secrets, send));
    // A fetch function may ignore the signal, and respond during the next attempt. Its body may end as late.
    if (signal.aborted) discardBody(response);
    signal.throwIfAborted();
    attempt.status = response.status;
    const read = new ReadResponse(response);
    this.lastResponse = read;
    if (!isSuccessful(response)) return;
    try {
      await readBody(read, maxResponseBytes, signal, checkTime);
    } catch (thrown) {
      throw readFetchFailure(thrown, url, true, this.secrets);
    }
  }

  /** Returns the key for an attempt; undefined if the function `apiKey` returns the rejected key again. */
  async #resolveKey(signal: AbortSignal): Promise<string | undefined> {
    const rejection = this.#rejection;
    const key = await resolveApiKey(this.#settings, rejection && this.#key, signal).catch((thrown: unknown) => {
      if (Problem.is(thrown)) throw thrown;
      const problem = `${joinMessages(["the function apiKey failed", thrown])}.`;
      // A later call of the function may succeed.
      throw new AttemptFailure("api_key", "configuration", problem, { cause: thrown });
    });
    // The function may return after its attempt has timed out.
    signal.throwIfAborted();
    if (rejection && key === this.#key) {
      this.#stopReason = "not_retryable";
      this.lastResponse = rejection;
      return undefined;
    }
    this.discardRejection();
    this.#key = key;
    this.secrets.add(key);
    return key;
  }

  /**
   * Completes a failed attempt, and waits until the next one.
   *
   * @param failure - The problem of the attempt; its response has an error status if it is undefined.
   * @throws {@link Problem} if there is no next one
   */
  async #recover(attempt: MadeAttempt, failure: Problem | undefined, read: ReadResponse | undefined): Promise<void> {
    if (this.#stopReason) throw await this.#readErrorResponse(read as ReadResponse);
    // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
    if (failure && !(failure instanceof AttemptFailure)) throw failure;
    const isSent = this.attempts.includes(attempt);
    if (!isSent) this.attempts.push(attempt);
    if (failure) attempt.code = failure.reason;
    let problem: Problem | undefined = failure;
    const renewals = this.attempts.filter(({ reason }) => reason === "new_key").length;
    const retried = this.attempts.length - 1 - renewals;
    const { shouldRetry, apiKey, retries, random } = this.#settings;
    let wanted: boolean | undefined;
    if (shouldRetry && attempt.code !== "aborted") {
      problem ??= await this.#readErrorResponse(read as ReadResponse);
      const error = createError(problem, this.errorContext, this.secrets);
      wanted = this.#ask(() => shouldRetry({ error, retryCount: retried + 1 }));
    }
    const outcome = {
      status: failure ? undefined : attempt.status,
      code: attempt.code,
      isUnsent: !isSent || (!read && failure?.isUnsent === true),
      retryAfter: read && !failure ? readRetryAfter(read.response, this.#limits.clock) : undefined,
      idempotency: this.#request.operation.idempotency,
      wanted,
      canRenewKey: typeof apiKey === "function" && renewals === 0,
      retried,
      retries,
      remainingMs: this.#limits.remainingMs(),
    };
    const decision = decideRetry(outcome, random);
    if (attempt.status === 401 && renewals > 0) forgetRenewal(apiKey);
    if (typeof decision === "string") {
      this.#stopReason = decision;
      throw problem ?? (await this.#readErrorResponse(read as ReadResponse));
    }
    Object.assign(attempt, decision);
    if (read && decision.reason === "new_key") this.#rejection = read;
    else if (read) discardBody(read.response);
    this.#notify("onRetry", () => ({ attempt: { ...attempt } }));
    await this.#limits.wait(decision.delay);
  }

  /** A function that throws decides nothing. */
  #ask(shouldRetry: () => boolean | undefined): boolean | undefined {
    try {
      const answer: unknown = shouldRetry();
      if (typeof answer === "boolean" || answer === undefined) return answer;
      // A promise of a program in JavaScript decides nothing either, and nobody else would handle its rejection.
      Promise.resolve(answer).catch(() => {});
      return undefined;
    } catch (error) {
      this.#notify.logFailure("shouldRetry", error);
      return undefined;
    }
  }

  /** Reads the problem of a response with an error status. What is wrong with its body never hides the status. */
  async #readErrorResponse(read: ReadResponse): Promise<Problem> {
    const { response } = read;
    if (isRedirect(response)) {
      discardBody(response);
      return readRedirect(response, this.#request);
    }
    const hasArrived = await readBeginning(read, maxErrorBytes, (work) => this.#limits.run(work, maxErrorBodyMs));
    this.#limits.throwIfAborted();
    return readErrorResponse(this.#request, {
      status: response.status,
      // A secret may be a number in JSON.
      text: this.secrets.show(decodeBody(read.body), maxErrorBytes),
      hasArrived,
      retryAfter: readRetryAfter(response, this.#limits.clock),
    });
  }
}
