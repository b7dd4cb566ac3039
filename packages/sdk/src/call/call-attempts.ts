import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { type DeferredError, toDeferredError } from "../errors/deferred-error.ts";
import type { ErrorInit } from "../errors/knowledge-base-error.ts";
import { resolveApiKey } from "../options/api-key.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { AttemptError } from "./attempt-error.ts";
import type { CallDeadline } from "./call-deadline.ts";
import { isSuccessful, type ReadResponse } from "./call-promise.ts";
import type { CallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import type { Observer } from "./observer.ts";
import { decodeBody, discardBody, emptyBody, readBeginning, readBody } from "./read-body.ts";
import { createRedirectError, isRedirect, readErrorResponse } from "./read-error-response.ts";
import { readOutput, showDrift } from "./read-output.ts";
import { type ResponseHeaders, readResponseHeaders } from "./read-response-headers.ts";
import { decideRetry, readRetryAfter } from "./retry-policy.ts";
import { sendRequest } from "./send-request.ts";

/** A body of a response with an error status is read up to this limit, and for at most this time. */
const maxErrorBytes = 16_384;
const maxErrorBodyMs = 1000;

/** Makes the attempts of one call. */
export class CallAttempts {
  readonly attempts: Attempt[] = [];
  /** The response of the last attempt from when its headers have arrived, with the part of its body that was read. */
  lastResponse: ReadResponse | undefined;
  readonly #request: CallRequest;
  readonly #settings: CallSettings;
  readonly #deadline: CallDeadline;
  readonly #observer: Observer;
  readonly #keys = new Set<string>();
  #redactor: Redact | undefined;
  #stopReason: StopReason | undefined;
  #isSent = false;
  /** Whether the service has rejected the last key. The function `apiKey` may fail before it returns another. */
  #isKeyRejected = false;

  constructor(request: CallRequest, settings: CallSettings, deadline: CallDeadline, observer: Observer) {
    this.#request = request;
    this.#settings = settings;
    this.#deadline = deadline;
    this.#observer = observer;
  }

  /** The part of an error's fields that the attempts know. */
  get errorContext(): Omit<ErrorInit, "message"> {
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
    const { clock } = this.#deadline;
    for (let number = 1; ; number += 1) {
      this.#deadline.throwIfOver();
      this.lastResponse = undefined;
      this.#isSent = false;
      const started = clock.now();
      const startedMs = clock.monotonicNow();
      const error = await this.#deadline
        .run((signal) => this.#exchange(number, signal), this.#settings.timeout)
        .then(() => undefined, toDeferredError);
      const read = this.lastResponse as ReadResponse | undefined;
      const attempt: Attempt = {
        number,
        started,
        duration: clock.monotonicNow() - startedMs,
        ...(read && { status: read.response.status }),
        ...(error instanceof AttemptError && { code: error.code }),
      };
      if (read && !error) {
        this.#notifyOfResponse(attempt, read.response);
        if (isSuccessful(read.response)) {
          this.attempts.push(attempt);
          return read;
        }
      }
      await this.#recover(attempt, error, read?.response);
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
    const { value, drift } = output instanceof Promise ? await this.#deadline.run(() => output) : output;
    this.#observer.notifyOfDrift(drift, (difference) => showDrift(difference, redact));
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<void> {
    const { operation, url, headers, body } = this.#request;
    const { method } = operation;
    const key = await resolveApiKey(this.#settings, { attempt, wasRejected: this.#isKeyRejected });
    signal.throwIfAborted();
    this.#isKeyRejected = false;
    this.#keys.add(key);
    this.#redactor = undefined;
    this.#observer.notify("onRequest", () => {
      const shownHeaders = { ...headers, "x-api-key": redactionPlaceholder };
      return redactJson({ attempt, method, url, headers: shownHeaders }, this.#redact);
    });
    this.#isSent = true;
    const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
    const response = await sendRequest(request, this.#settings.fetch, this.#redact);
    // A fetch function may ignore the signal, and respond during the next attempt. Its body may end as late.
    if (signal.aborted) discardBody(response);
    signal.throwIfAborted();
    this.lastResponse = { response, body: emptyBody };
    if (!isSuccessful(response)) return;
    try {
      const read = await readBody(response, this.#settings.maxResponseBytes, signal);
      signal.throwIfAborted();
      this.lastResponse = { response, body: read };
    } catch (thrown) {
      throw readFetchFailure(thrown, url, this.#redact, true);
    }
  }

  /**
   * Records a failed attempt, and waits until the next one.
   *
   * @param error - The error of the attempt; its response has an error status if it is undefined.
   * @throws {@link DeferredError} if there is no next one
   */
  async #recover(attempt: Attempt, error: DeferredError | undefined, response: Response | undefined): Promise<void> {
    if (error && !(error instanceof AttemptError)) {
      // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
      if (response) this.attempts.push(attempt);
      throw error;
    }
    const { clock } = this.#deadline;
    const retryAfter = response && !error ? readRetryAfter(response, clock.now()) : undefined;
    const decision = decideRetry(attempt, this.attempts, this.#settings, {
      idempotency: this.#request.operation.idempotency,
      retryAfter,
      isUnsent: !this.#isSent || (!response && error?.isUnsent === true),
      remainingMs: this.#deadline.remainingMs(),
    });
    if (typeof decision === "string") {
      this.attempts.push(attempt);
      this.#stopReason = decision;
      throw error ?? (await this.#readErrorResponse(response as Response, retryAfter));
    }
    if (decision.reason === "new_key") this.#isKeyRejected = true;
    const repeated = { ...attempt, ...decision };
    this.attempts.push(repeated);
    if (response) discardBody(response);
    this.#observer.notify("onRetry", () => ({ attempt: { ...repeated } }));
    await this.#deadline.wait(decision.delay);
  }

  /** Reads the error of a response with an error status. What is wrong with its body never hides the status. */
  async #readErrorResponse(response: Response, retryAfter: number | undefined): Promise<DeferredError> {
    const redact = this.#redact;
    if (isRedirect(response)) {
      discardBody(response);
      return createRedirectError(response, this.#request, redact);
    }
    const body = await readBeginning(response, maxErrorBytes, (read) => this.#deadline.run(read, maxErrorBodyMs));
    this.lastResponse = { response, body };
    const { status } = response;
    const isCut = body.length === maxErrorBytes;
    return readErrorResponse(this.#request, { status, text: decodeBody(body), isCut, retryAfter }, redact);
  }

  #notifyOfResponse({ number, duration }: Attempt, response: Response): void {
    const { operation, url } = this.#request;
    this.#observer.notify("onResponse", () => ({
      attempt: number,
      method: operation.method,
      url: this.#redact(url),
      status: response.status,
      duration,
      ...readResponseHeaders(response, this.#redact),
    }));
  }

  /** Created on demand: most calls succeed and redact nothing. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#request.headers);
    return this.#redactor(text);
  };
}
