import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { AbortError } from "../errors/abort-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import { resolveApiKey } from "../options/api-key.ts";
import type { ClientSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import type { ReadResponse } from "./call-promise.ts";
import type { CallRequest } from "./create-call-request.ts";
import { createRequestRedactor } from "./create-request-redactor.ts";
import type { Observer } from "./observer.ts";
import { readErrorResponse, readOutput } from "./read-response.ts";
import { decideRetry, type RetryDecision, readRetryAfter } from "./retry-policy.ts";
import { runWithTimeout, type TimedResult, wait } from "./run-with-timeout.ts";
import { describeCause, isUnsent, sanitizeCause } from "./sanitize-cause.ts";
import { sendRequest } from "./send-request.ts";

/** Makes the attempts of one call. */
export class CallAttempts {
  readonly attempts: Attempt[] = [];
  readonly #request: CallRequest;
  readonly #settings: ClientSettings;
  readonly #observer: Observer;
  readonly #deadlineMs: number;
  readonly #keys = new Set<string>();
  #redactor: Redact | undefined;
  #stopReason: StopReason | undefined;

  constructor(request: CallRequest, settings: ClientSettings, observer: Observer) {
    this.#request = request;
    this.#settings = settings;
    this.#observer = observer;
    this.#deadlineMs = settings.clock.now() + request.deadline;
  }

  /** The part of an error's context that the attempts know. */
  get errorContext(): Omit<ErrorContext, "task"> {
    const { operation, url } = this.#request;
    const { attempts } = this;
    return { method: operation.method, url: this.#redact(url), attempts, stopReason: this.#stopReason };
  }

  /**
   * Makes attempts until one has a successful response.
   *
   * @throws {@link DeferredError} of the last attempt
   */
  async fetchResponse(): Promise<ReadResponse> {
    const { timeout, signal, operation, url } = this.#request;
    const { id, method } = operation;
    const { clock } = this.#settings;
    for (let number = 1; ; number += 1) {
      if (signal?.aborted) throw this.#stop("aborted", { kind: "aborted", reason: signal.reason });
      const started = clock.now();
      const timeoutMs = Math.min(timeout, this.#deadlineMs - started);
      // The deadline may pass during the delay, if the machine was suspended.
      if (timeoutMs <= 0) throw this.#stop("deadline", { kind: "timeout" }, timeoutMs);
      const result = await runWithTimeout((own) => this.#exchange(number, own), { clock, timeoutMs, signal });
      const duration = clock.now() - started;
      const attempt = { number, started, duration, ...summarize(result) };
      let retryAfter: number | undefined;
      if (result.kind === "completed") {
        const { response } = result.value;
        const { status } = response;
        this.#observer.response(() => {
          return { operation: id, attempt: number, method, url: this.#redact(url), status, duration };
        });
        if (response.ok) {
          this.attempts.push(attempt);
          return result.value;
        }
        retryAfter = readRetryAfter(response, clock.now());
      } else if (result.kind === "failed" && result.thrown instanceof DeferredError) throw result.thrown;
      const decision = this.#decideRetry(result, attempt, retryAfter);
      if (!decision.retry) {
        this.attempts.push(attempt);
        throw this.#stop(decision.stopReason, result, timeoutMs, retryAfter);
      }
      const { delay, reason } = decision;
      const repeated = { ...attempt, delay, reason };
      this.attempts.push(repeated);
      this.#observer.retry(() => ({ operation: id, attempt: { ...repeated } }));
      await wait(delay, { clock, signal });
    }
  }

  /**
   * Reads and validates the output of a successful response.
   *
   * @throws {@link DeferredError}
   */
  readOutput(response: ReadResponse): unknown {
    const { operation, validate: mode } = this.#request;
    const { value, drift } = readOutput(operation, response, mode, this.#redact);
    if (drift.length > 0) {
      this.#observer.drift(drift.map((difference) => ({ operation: operation.id, ...difference })));
    }
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<ReadResponse> {
    const { operation, url, headers, body } = this.#request;
    const { id, method } = operation;
    const key = await resolveApiKey(this.#settings);
    signal.throwIfAborted();
    this.#keys.add(key);
    this.#redactor = undefined;
    this.#observer.request(() => {
      const shownHeaders = { ...headers, "x-api-key": redactionPlaceholder };
      return redactJson({ operation: id, attempt, method, url, headers: shownHeaders }, this.#redact);
    });
    const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
    const response = await sendRequest(request, this.#settings.fetch);
    return { response, text: await response.text() };
  }

  #decideRetry(
    result: TimedResult<ReadResponse>,
    { number, status }: Attempt,
    retryAfter: number | undefined,
  ): RetryDecision {
    if (result.kind === "aborted") return { retry: false, stopReason: "aborted" };
    return decideRetry({
      number,
      idempotency: this.#request.operation.idempotency,
      status,
      retryAfter,
      isUnsent: result.kind === "failed" && isUnsent(sanitizeCause(result.thrown, this.#redact)),
      retries: this.#request.retries,
      remainingMs: this.#deadlineMs - this.#settings.clock.now(),
      random: this.#settings.random,
    });
  }

  #stop(
    stopReason: StopReason,
    result: TimedResult<ReadResponse>,
    timeoutMs = this.#request.timeout,
    retryAfter?: number,
  ): DeferredError {
    this.#stopReason = stopReason;
    switch (result.kind) {
      case "completed":
        return readErrorResponse(this.#request.operation, result.value, this.#redact, retryAfter);
      case "failed": {
        const cause = sanitizeCause(result.thrown, this.#redact);
        return new DeferredError((context) => new ConnectionError(describeCause(cause), context, cause));
      }
      case "timeout": {
        const limit = timeoutMs < this.#request.timeout ? "deadline" : "timeout";
        return new DeferredError((context) => new TimeoutError(limit, this.#request[limit], context));
      }
      case "aborted":
        return new DeferredError((context) => new AbortError(context, result.reason));
    }
  }

  /** Created on demand: most calls succeed and redact nothing. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#request.headers);
    return this.#redactor(text);
  };
}

function summarize(result: TimedResult<ReadResponse>): Pick<Attempt, "status" | "code"> {
  if (result.kind === "completed") return { status: result.value.response.status };
  return { code: result.kind === "failed" ? "connection" : result.kind };
}
