import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorFields } from "../errors/knowledge-base-error.ts";
import { ResponseTooLargeError } from "../errors/response-too-large-error.ts";
import { resolveApiKey } from "../options/api-key.ts";
import type { CallEvent } from "../options/hooks.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { AttemptError } from "./attempt-error.ts";
import { type CallDeadline, createAbortError, createTimeoutError } from "./call-deadline.ts";
import { isSuccessful, type ReadResponse } from "./call-promise.ts";
import type { CallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import type { Observer } from "./observer.ts";
import { decodeBody, discardBody, readBeginning, readBody } from "./read-body.ts";
import { createRedirectError, isRedirect, readErrorResponse } from "./read-error-response.ts";
import { type OutputWithDrift, readOutput, showDrift } from "./read-output.ts";
import { type ResponseHeaders, readResponseHeaders } from "./read-response-headers.ts";
import { decideRetry, type RetryDecision, readRetryAfter } from "./retry-policy.ts";
import { runWithTimeout, type TimedResult } from "./run-with-timeout.ts";
import { sendRequest } from "./send-request.ts";

/** A body of a response with an error status is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/** Makes the attempts of one call. */
export class CallAttempts {
  readonly attempts: Attempt[] = [];
  /** The response of the last attempt from when its headers have arrived, with the part of its body that was read. */
  lastResponse: ReadResponse | undefined;
  readonly #callId: string;
  readonly #request: CallRequest;
  readonly #settings: CallSettings;
  readonly #deadline: CallDeadline;
  readonly #observer: Observer;
  readonly #keys = new Set<string>();
  #redactor: Redact | undefined;
  #stopReason: StopReason | undefined;
  #isSent = false;
  #isKeyRenewed = false;

  constructor(
    callId: string,
    request: CallRequest,
    settings: CallSettings,
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
    const { attempts, responseHeaders } = this;
    return {
      method: operation.method,
      url: this.#redact(url),
      attempts,
      stopReason: this.#stopReason,
      ...responseHeaders,
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
    const { timeout, deadline } = this.#settings;
    const { clock, signal } = this.#deadline;
    for (let number = 1; ; number += 1) {
      if (signal?.aborted) throw this.#stop("aborted", createAbortError(signal.reason));
      const timeoutMs = Math.min(timeout, this.#deadline.remainingMs());
      // The deadline may pass during the delay, if the machine was suspended.
      if (timeoutMs <= 0) throw this.#stop("deadline", createTimeoutError("deadline", deadline));
      this.lastResponse = undefined;
      this.#isSent = false;
      const started = clock.now();
      const startedMs = clock.monotonicNow();
      const result = await runWithTimeout((own) => this.#exchange(number, own), { clock, timeoutMs, signal });
      const attempt = { number, started, duration: clock.monotonicNow() - startedMs };
      if (result.kind !== "completed") await this.#recover(attempt, this.#readFailure(result, timeoutMs));
      else {
        const { response } = result.value;
        this.#notifyOfResponse(attempt, response);
        if (isSuccessful(response)) {
          this.attempts.push({ ...attempt, status: response.status });
          return result.value;
        }
        await this.#recover(attempt, undefined);
      }
    }
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
    const { value, drift }: OutputWithDrift =
      output instanceof Promise ? await this.#deadline.run(() => output) : output;
    this.#observer.drift(operation.id, drift, (difference) => {
      return { ...this.#event, ...showDrift(difference, redact) };
    });
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<ReadResponse> {
    const { operation, url, headers, body } = this.#request;
    const { method } = operation;
    const key = await resolveApiKey(this.#settings, {
      attempt,
      wasRejected: this.attempts.at(-1)?.reason === "new_key",
    });
    signal.throwIfAborted();
    this.#keys.add(key);
    this.#redactor = undefined;
    this.#observer.request(() => {
      const shownHeaders = { ...headers, "x-api-key": redactionPlaceholder };
      return redactJson({ ...this.#event, attempt, method, url, headers: shownHeaders }, this.#redact);
    });
    this.#isSent = true;
    try {
      const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
      const response = await sendRequest(request, this.#settings.fetch);
      this.lastResponse = { response, body: "" };
      return isSuccessful(response) ? await this.#readSuccess(response, signal) : this.lastResponse;
    } catch (thrown) {
      throw readFetchFailure(thrown, url, this.#redact);
    }
  }

  async #readSuccess(response: Response, signal: AbortSignal): Promise<ReadResponse> {
    const { maxResponseBytes: limit } = this.#settings;
    const { status } = response;
    const body = await readBody(response, limit, signal);
    if (body !== undefined) {
      this.lastResponse = { response, body };
      return this.lastResponse;
    }
    const problem = `the body of the response exceeds ${limit} bytes. Raise maxResponseBytes to read more.`;
    throw new DeferredError(problem, (fields) => new ResponseTooLargeError({ ...fields, status, limit }));
  }

  /** Returns the error of an attempt that has no complete response. */
  #readFailure(result: Exclude<TimedResult<ReadResponse>, { kind: "completed" }>, timeoutMs: number): unknown {
    if (result.kind === "failed") return result.thrown;
    if (result.kind === "aborted") return createAbortError(result.reason);
    const limit = timeoutMs < this.#settings.timeout ? "deadline" : "timeout";
    return createTimeoutError(limit, this.#settings[limit], !this.#isSent);
  }

  /**
   * Records a failed attempt, and waits until the next one.
   *
   * @param failure - The error of the attempt; its response has an error status if it is undefined.
   * @throws {@link DeferredError} if there is no next one
   */
  async #recover(failed: Attempt, failure: unknown): Promise<void> {
    const response = this.lastResponse?.response;
    const error = failure instanceof AttemptError ? failure : undefined;
    const attempt: Attempt = {
      ...failed,
      ...(response && { status: response.status }),
      ...(error && { code: error.code }),
    };
    if (failure !== undefined && !error) {
      // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
      if (response) this.attempts.push(attempt);
      throw failure;
    }
    const retryAfter = error || !response ? undefined : readRetryAfter(response, this.#deadline.clock.now());
    const decision = this.#decideRetry(attempt, error, retryAfter);
    if (!decision.retry) {
      this.attempts.push(attempt);
      throw this.#stop(decision.stopReason, error ?? (await this.#readErrorResponse(response as Response, retryAfter)));
    }
    const { delay, reason } = decision;
    const repeated = { ...attempt, delay, reason };
    this.attempts.push(repeated);
    if (response) discardBody(response);
    this.#observer.retry(() => ({ ...this.#event, attempt: { ...repeated } }));
    await this.#deadline.wait(delay);
  }

  #decideRetry(
    { number, status }: Attempt,
    error: AttemptError | undefined,
    retryAfter: number | undefined,
  ): RetryDecision {
    if (error?.code === "aborted") return { retry: false, stopReason: "aborted" };
    const { apiKey, retries, random } = this.#settings;
    const remainingMs = this.#deadline.remainingMs();
    if (!error && status === 401 && typeof apiKey === "function" && !this.#isKeyRenewed && remainingMs > 0) {
      this.#isKeyRenewed = true;
      return { retry: true, delay: 0, reason: "new_key" };
    }
    return decideRetry({
      number: this.#isKeyRenewed ? number - 1 : number,
      idempotency: this.#request.operation.idempotency,
      status: error ? undefined : status,
      retryAfter,
      isUnsent: error?.isUnsent === true,
      retries,
      remainingMs,
      random,
    });
  }

  /** Reads the error of a response with an error status. What is wrong with its body never hides the status. */
  async #readErrorResponse(response: Response, retryAfter: number | undefined): Promise<DeferredError> {
    const redact = this.#redact;
    if (isRedirect(response)) {
      discardBody(response);
      return createRedirectError(response, this.#request, redact);
    }
    const { clock, signal } = this.#deadline;
    const timeoutMs = Math.min(maxErrorBodyMs, this.#deadline.remainingMs());
    const body = await readBeginning(response, maxErrorBytes, { clock, signal, timeoutMs });
    this.lastResponse = { response, body };
    return readErrorResponse(this.#request, { response, text: decodeBody(body), retryAfter }, redact);
  }

  #stop(stopReason: StopReason, error: DeferredError): DeferredError {
    this.#stopReason = stopReason;
    return error;
  }

  #notifyOfResponse({ number, duration }: Attempt, response: Response): void {
    const { operation, url } = this.#request;
    this.#observer.response(() => ({
      ...this.#event,
      attempt: number,
      method: operation.method,
      url: this.#redact(url),
      status: response.status,
      duration,
      ...readResponseHeaders(response, this.#redact),
    }));
  }

  get #event(): CallEvent {
    return { operation: this.#request.operation.id, callId: this.#callId };
  }

  /** Created on demand: most calls succeed and redact nothing. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#request.headers);
    return this.#redactor(text);
  };
}
