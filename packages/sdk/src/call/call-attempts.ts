import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { type DeferredError, type ErrorContext, toDeferredError } from "../errors/deferred-error.ts";
import { resolveApiKey } from "../options/api-key.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { AttemptError } from "./attempt-error.ts";
import type { CallDeadline } from "./call-deadline.ts";
import { isSuccessful } from "./call-promise.ts";
import type { CallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import type { Notify } from "./observer.ts";
import { decodeBody, discardBody, ReadResponse, readBeginning, readBody } from "./read-body.ts";
import { createRedirectError, isRedirect, readErrorResponse } from "./read-error-response.ts";
import { readOutput, showDrift } from "./read-output.ts";
import { type ResponseHeaders, readResponseHeaders } from "./read-response-headers.ts";
import { decideRetry, readRetryAfter } from "./retry-policy.ts";
import { sendRequest } from "./send-request.ts";

/** A body of a response with an error status is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/** An attempt that is recorded when its request is sent, and completed later: nothing that fails afterwards hides it. */
type MadeAttempt = { -readonly [Field in keyof Attempt]: Attempt[Field] };

/** Makes the attempts of one call. */
export class CallAttempts {
  readonly attempts: Attempt[] = [];
  /** The response of the last attempt from when its headers have arrived, with the part of its body that was read. */
  lastResponse: ReadResponse | undefined;
  readonly #request: CallRequest;
  readonly #settings: CallSettings;
  readonly #deadline: CallDeadline;
  readonly #notify: Notify;
  readonly #keys: string[] = [];
  #redactor: Redact | undefined;
  #stopReason: StopReason | undefined;
  /** The 401 after which the function `apiKey` is called for another key. It may fail before it returns one. */
  #rejection: ReadResponse | undefined;

  constructor(request: CallRequest, settings: CallSettings, deadline: CallDeadline, notify: Notify) {
    this.#request = request;
    this.#settings = settings;
    this.#deadline = deadline;
    this.#notify = notify;
  }

  /** The part of an error's fields that the attempts know. */
  get errorContext(): Omit<ErrorContext, "task"> {
    const { operation, url } = this.#request;
    const { attempts, responseHeaders } = this;
    return {
      method: operation.method,
      url: this.#redact(url),
      attempts,
      stopReason: this.#stopReason,
      ...responseHeaders,
      redact: this.#redact,
    };
  }

  /** The headers of the last response; undefined if there was none. */
  get responseHeaders(): ResponseHeaders | undefined {
    return this.lastResponse && readResponseHeaders(this.lastResponse.response, this.#redact);
  }

  /**
   * Makes attempts until one has a successful response.
   *
   * @throws {@link DeferredError} of the last attempt
   */
  async fetchResponse(): Promise<ReadResponse> {
    const { clock } = this.#deadline;
    for (let number = 1; ; number += 1) {
      this.#deadline.throwIfOver();
      this.lastResponse = undefined;
      const attempt: MadeAttempt = { number, started: clock.now(), duration: 0 };
      const startedMs = clock.monotonicNow();
      const error = await this.#deadline
        .run((signal, checkTime) => this.#exchange(attempt, signal, checkTime), this.#settings.timeout)
        .then(() => undefined, toDeferredError);
      const duration = clock.monotonicNow() - startedMs;
      attempt.duration = duration;
      const read = this.lastResponse as ReadResponse | undefined;
      if (read && !error) {
        this.#notify("onResponse", () => {
          const { operation, url } = this.#request;
          const { status } = read.response;
          const fields = { attempt: number, method: operation.method, url: this.#redact(url), status, duration };
          return { ...fields, ...readResponseHeaders(read.response, this.#redact) };
        });
        if (isSuccessful(read.response)) return read;
      }
      await this.#recover(attempt, error, read);
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
   * @throws {@link DeferredError}
   */
  async readOutput({ response: { status }, body }: ReadResponse): Promise<unknown> {
    const { operation } = this.#request;
    const redact = this.#redact;
    const { validate: mode } = this.#settings;
    const output = readOutput({ operation, status, text: decodeBody(body), mode, redact });
    const { value, drift } = output instanceof Promise ? await this.#deadline.run(() => output) : output;
    for (const difference of drift) this.#notify("onDrift", () => showDrift(difference, redact), difference);
    return value;
  }

  async #exchange(made: MadeAttempt, signal: AbortSignal, checkTime: () => void): Promise<void> {
    const { number: attempt } = made;
    const { operation, url, headers, body } = this.#request;
    const { method } = operation;
    const rejection = this.#rejection;
    const key = await resolveApiKey(this.#settings, { attempt, wasRejected: rejection !== undefined });
    signal.throwIfAborted();
    if (rejection && key === this.#keys.at(-1)) {
      this.#stopReason = "not_retryable";
      this.lastResponse = rejection;
      throw await this.#readErrorResponse(rejection);
    }
    this.discardRejection();
    this.#keys.push(key);
    this.#redactor = undefined;
    this.#notify("onRequest", () => {
      const shownHeaders = { ...headers, "x-api-key": redactionPlaceholder };
      return redactJson({ attempt, method, url, headers: shownHeaders }, this.#redact);
    });
    this.attempts.push(made);
    const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
    const response = await sendRequest(request, this.#settings.fetch, this.#redact);
    // A fetch function may ignore the signal, and respond during the next attempt. Its body may end as late.
    if (signal.aborted) discardBody(response);
    signal.throwIfAborted();
    made.status = response.status;
    const read = new ReadResponse(response);
    this.lastResponse = read;
    if (!isSuccessful(response)) return;
    try {
      await readBody(read, this.#settings.maxResponseBytes, signal, checkTime);
    } catch (thrown) {
      throw readFetchFailure(thrown, url, this.#redact, true);
    }
  }

  /**
   * Completes a failed attempt, and waits until the next one.
   *
   * @param error - The error of the attempt; its response has an error status if it is undefined.
   * @throws {@link DeferredError} if there is no next one
   */
  async #recover(
    attempt: MadeAttempt,
    error: DeferredError | undefined,
    read: ReadResponse | undefined,
  ): Promise<void> {
    // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
    if (error && !(error instanceof AttemptError)) throw error;
    const isSent = this.attempts.includes(attempt);
    if (!isSent) this.attempts.push(attempt);
    if (error) attempt.code = error.code;
    const decision = decideRetry(this.attempts, this.#settings, {
      idempotency: this.#request.operation.idempotency,
      retryAfter: read && !error ? readRetryAfter(read.response, this.#deadline.clock) : undefined,
      isUnsent: !isSent || (!read && error?.isUnsent === true),
      remainingMs: this.#deadline.remainingMs(),
    });
    if (typeof decision === "string") {
      this.#stopReason = decision;
      throw error ?? (await this.#readErrorResponse(read as ReadResponse));
    }
    Object.assign(attempt, decision);
    if (read && decision.reason === "new_key") this.#rejection = read;
    else if (read) discardBody(read.response);
    this.#notify("onRetry", () => ({ attempt: { ...attempt } }));
    await this.#deadline.wait(decision.delay);
  }

  /** Reads the error of a response with an error status. What is wrong with its body never hides the status. */
  async #readErrorResponse(read: ReadResponse): Promise<DeferredError> {
    const redact = this.#redact;
    const { response } = read;
    const retryAfter = readRetryAfter(response, this.#deadline.clock);
    if (isRedirect(response)) {
      discardBody(response);
      return createRedirectError(response, this.#request, redact);
    }
    const hasArrived = await readBeginning(read, maxErrorBytes, (work) => this.#deadline.run(work, maxErrorBodyMs));
    const { body } = read;
    const isCut = body.length === maxErrorBytes;
    const { status } = response;
    const text = decodeBody(body);
    return readErrorResponse(this.#request, { status, text, hasArrived, isCut, retryAfter }, redact);
  }

  /** Created on demand: most calls succeed and redact nothing. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#request.headers);
    return this.#redactor(text);
  };
}
