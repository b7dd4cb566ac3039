import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorFields } from "../errors/knowledge-base-error.ts";
import { ResponseTooLargeError } from "../errors/response-too-large-error.ts";
import { KeyFunctionError, resolveApiKey } from "../options/api-key.ts";
import type { ClientSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { type CallDeadline, createAbortError, createTimeoutError } from "./call-deadline.ts";
import { isSuccessful, type ReadResponse } from "./call-promise.ts";
import type { CallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { type FetchFailure, readFetchFailure } from "./fetch-failure.ts";
import type { Observer } from "./observer.ts";
import { type Body, decodeBody, discardBody, readBeginning, readBody } from "./read-body.ts";
import { createRedirectError, isRedirect, readErrorResponse } from "./read-error-response.ts";
import { type OutputWithDrift, readOutput, showDrift } from "./read-output.ts";
import { readResponseHeaders } from "./read-response-headers.ts";
import { decideRetry, type RetryDecision, readRetryAfter } from "./retry-policy.ts";
import { runWithTimeout, type TimedResult } from "./run-with-timeout.ts";
import { sendRequest } from "./send-request.ts";

/** A body of a response with an error status is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/** Makes the attempts of one call. */
export class CallAttempts {
  readonly attempts: Attempt[] = [];
  readonly #callId: string;
  readonly #request: CallRequest;
  readonly #settings: ClientSettings;
  readonly #deadline: CallDeadline;
  readonly #observer: Observer;
  readonly #keys = new Set<string>();
  #redactor: Redact | undefined;
  #stopReason: StopReason | undefined;
  /** The response of the last attempt, from when its headers have arrived. */
  #response: Response | undefined;
  #body: Body = "";
  #isSent = false;
  #wasKeyRejected = false;

  constructor(
    callId: string,
    request: CallRequest,
    settings: ClientSettings,
    deadline: CallDeadline,
    observer: Observer,
  ) {
    this.#callId = callId;
    this.#request = request;
    this.#settings = settings;
    this.#deadline = deadline;
    this.#observer = observer;
  }

  /** The part of an error's fields that the attempts know. */
  get errorContext(): Omit<ErrorFields, "message"> {
    const { operation, url } = this.#request;
    const { attempts } = this;
    const response = this.#response && readResponseHeaders(this.#response, this.#redact);
    return { method: operation.method, url: this.#redact(url), attempts, stopReason: this.#stopReason, ...response };
  }

  /** The response of the last attempt, with the part of its body that was read. A browser hides everything of a redirect. */
  get lastResponse(): ReadResponse | undefined {
    return this.#response?.status ? { response: this.#response, body: this.#body } : undefined;
  }

  /**
   * Makes attempts until one has a successful response.
   *
   * @throws {@link DeferredError} of the last attempt
   */
  async fetchResponse(): Promise<ReadResponse> {
    const { timeout } = this.#request;
    const { clock, signal } = this.#deadline;
    for (let number = 1; ; number += 1) {
      if (signal?.aborted) throw this.#stop("aborted", createAbortError(signal.reason));
      const timeoutMs = Math.min(timeout, this.#deadline.remainingMs());
      // The deadline may pass during the delay, if the machine was suspended.
      if (timeoutMs <= 0) throw this.#stop("deadline", createTimeoutError("deadline", this.#request.deadline));
      this.#isSent = false;
      this.#response = undefined;
      this.#body = "";
      const started = clock.now();
      const startedMs = clock.monotonicNow();
      const result = await runWithTimeout((own) => this.#exchange(number, own), { clock, timeoutMs, signal });
      const duration = clock.monotonicNow() - startedMs;
      const attempt = { number, started, duration, ...this.#summarize(result) };
      if (result.kind === "completed" && isSuccessful(result.value.response)) {
        this.attempts.push(attempt);
        this.#notifyOfResponse(attempt, result.value.response);
        return result.value;
      }
      await this.#recover(result, attempt, timeoutMs);
    }
  }

  /**
   * Reads and validates the output of a successful response.
   *
   * @throws {@link DeferredError}
   */
  async readOutput({ response: { status }, body }: ReadResponse): Promise<unknown> {
    const { operation, validate: mode } = this.#request;
    const redact = this.#redact;
    const output = readOutput({ operation, status, text: decodeBody(body), mode, redact });
    const { value, drift }: OutputWithDrift =
      output instanceof Promise ? await this.#deadline.run(() => output) : output;
    this.#observer.drift(operation.id, drift, (difference) => {
      return { operation: operation.id, callId: this.#callId, ...showDrift(difference, redact) };
    });
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<ReadResponse> {
    const { operation, url, headers, body, maxResponseBytes } = this.#request;
    const { method } = operation;
    const key = await resolveApiKey(this.#settings, { attempt, wasRejected: this.#wasKeyRejected });
    signal.throwIfAborted();
    this.#keys.add(key);
    this.#redactor = undefined;
    this.#observer.request(() => {
      const shownHeaders = { ...headers, "x-api-key": redactionPlaceholder };
      const event = { operation: operation.id, callId: this.#callId, attempt, method, url, headers: shownHeaders };
      return redactJson(event, this.#redact);
    });
    const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
    this.#isSent = true;
    const response = await sendRequest(request, this.#settings.fetch);
    this.#response = response;
    if (!isSuccessful(response)) return { response, body: "" };
    const read = await readBody(response, maxResponseBytes, signal);
    this.#body = read ?? throwTooLarge(response, maxResponseBytes);
    return { response, body: this.#body };
  }

  /**
   * Records a failed attempt, and waits until the next one.
   *
   * @throws {@link DeferredError} if there is no next one
   */
  async #recover(result: TimedResult<ReadResponse>, attempt: Attempt, timeoutMs: number): Promise<void> {
    const thrown = result.kind === "failed" ? result.thrown : undefined;
    if (thrown instanceof DeferredError && !(thrown instanceof KeyFunctionError)) {
      if (attempt.status !== undefined) this.attempts.push(attempt);
      throw thrown;
    }
    const failure = this.#readFailure(result);
    if (failure?.isMistake) throw failure.error;
    const response = result.kind === "completed" ? result.value.response : undefined;
    if (response) this.#notifyOfResponse(attempt, response);
    const retryAfter = response && readRetryAfter(response, this.#deadline.clock.now());
    const decision = this.#decideRetry(result, attempt, failure, retryAfter);
    if (!decision.retry) {
      this.attempts.push(attempt);
      const error = response
        ? await this.#createResponseError(response, retryAfter)
        : (failure?.error ?? this.#createError(result, timeoutMs));
      throw this.#stop(decision.stopReason, error);
    }
    const { delay, reason } = decision;
    const repeated = { ...attempt, delay, reason };
    this.attempts.push(repeated);
    if (response) discardBody(response);
    this.#observer.retry(() => {
      return { operation: this.#request.operation.id, callId: this.#callId, attempt: { ...repeated } };
    });
    await this.#deadline.wait(delay);
  }

  #decideRetry(
    result: TimedResult<ReadResponse>,
    { number, status }: Attempt,
    failure: FetchFailure | undefined,
    retryAfter: number | undefined,
  ): RetryDecision {
    if (result.kind === "aborted") return { retry: false, stopReason: "aborted" };
    const isComplete = result.kind === "completed";
    const renewals = this.#wasKeyRejected ? 1 : 0;
    const remainingMs = this.#deadline.remainingMs();
    const canRenewKey = typeof this.#settings.apiKey === "function" && renewals === 0 && remainingMs > 0;
    if (isComplete && status === 401 && canRenewKey) {
      this.#wasKeyRejected = true;
      return { retry: true, delay: 0, reason: "new_key" };
    }
    return decideRetry({
      number: number - renewals,
      idempotency: this.#request.operation.idempotency,
      status: isComplete ? status : undefined,
      retryAfter,
      isUnsent: !this.#isSent || failure?.isUnsent === true,
      retries: this.#request.retries,
      remainingMs,
      random: this.#settings.random,
    });
  }

  /** Creates the error of a response without success. What is wrong with its body never hides its status. */
  async #createResponseError(response: Response, retryAfter: number | undefined): Promise<DeferredError> {
    const { operation, url } = this.#request;
    if (isRedirect(response)) {
      discardBody(response);
      return createRedirectError(response, this.#request, this.#redact);
    }
    const { clock, signal } = this.#deadline;
    const timeoutMs = Math.min(maxErrorBodyMs, this.#deadline.remainingMs());
    this.#body = await readBeginning(response, maxErrorBytes, { clock, signal, timeoutMs });
    const text = decodeBody(this.#body);
    return readErrorResponse(operation, { response, text, retryAfter }, this.#redact(url), this.#redact);
  }

  #readFailure(result: TimedResult<ReadResponse>): FetchFailure | undefined {
    if (result.kind !== "failed" || result.thrown instanceof DeferredError) return undefined;
    return readFetchFailure(result.thrown, this.#request.url, this.#redact);
  }

  /** Creates the error of an attempt that did not fail because of `fetch`, but has no complete response either. */
  #createError(result: TimedResult<ReadResponse>, timeoutMs: number): DeferredError {
    if (result.kind === "failed") return result.thrown as DeferredError;
    if (result.kind === "aborted") return createAbortError(result.reason);
    const limit = timeoutMs < this.#request.timeout ? "deadline" : "timeout";
    return createTimeoutError(limit, this.#request[limit]);
  }

  #stop(stopReason: StopReason, error: DeferredError): DeferredError {
    this.#stopReason = stopReason;
    return error;
  }

  #notifyOfResponse({ number, duration }: Attempt, response: Response): void {
    this.#observer.response(() => ({
      operation: this.#request.operation.id,
      callId: this.#callId,
      attempt: number,
      method: this.#request.operation.method,
      url: this.#redact(this.#request.url),
      status: response.status,
      duration,
      ...readResponseHeaders(response, this.#redact),
    }));
  }

  #summarize(result: TimedResult<ReadResponse>): Pick<Attempt, "status" | "code"> {
    const status = this.#response ? { status: this.#response.status } : {};
    if (result.kind === "completed") return status;
    if (result.kind !== "failed") return { ...status, code: result.kind };
    if (result.thrown instanceof KeyFunctionError) return { code: "api_key" };
    return result.thrown instanceof DeferredError ? status : { ...status, code: "connection" };
  }

  /** Created on demand: most calls succeed and redact nothing. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#request.headers);
    return this.#redactor(text);
  };
}

function throwTooLarge({ status }: Response, limit: number): never {
  const problem = `the body of the response exceeds ${limit} bytes. Raise maxResponseBytes to read more.`;
  throw new DeferredError(problem, (fields) => new ResponseTooLargeError({ ...fields, status, limit }));
}
