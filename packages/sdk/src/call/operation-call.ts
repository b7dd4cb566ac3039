import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import { AbortError } from "../errors/abort-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { ErrorContext, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt, GaveUpBecause } from "./attempt.ts";
import type { CallPlan } from "./call-plan.ts";
import type { Answer } from "./call-promise.ts";
import { describeCause, isUnsent } from "./connection-cause.ts";
import { findApiKey } from "./credentials.ts";
import { type Ending, interruptible, pause } from "./interruptible.ts";
import type { Observer } from "./observer.ts";
import { factsOf } from "./operation-facts.ts";
import { readError, readOutput } from "./read-answer.ts";
import { createRequestRedactor } from "./request-redactor.ts";
import { type Decision, decide, readRetryAfter } from "./retry-policy.ts";
import { safeCause } from "./safe-cause.ts";
import { send } from "./send.ts";

/** A planned call: its attempts, and what comes of them. */
export class OperationCall {
  readonly attempts: Attempt[] = [];
  readonly #plan: CallPlan;
  readonly #settings: Settings;
  readonly #observer: Observer;
  readonly #deadlineMs: number;
  readonly #keys = new Set<string>();
  #redactor: Redact | undefined;

  constructor(plan: CallPlan, settings: Settings, observer: Observer) {
    this.#plan = plan;
    this.#settings = settings;
    this.#observer = observer;
    this.#deadlineMs = settings.clock.now() + plan.deadline;
  }

  /** Makes attempts until one is answered with success. */
  async answer(): Promise<Answer> {
    const { timeout, signal, operation, url } = this.#plan;
    const { id, method } = operation;
    const { clock } = this.#settings;
    for (let number = 1; ; number += 1) {
      if (signal?.aborted) throw new AbortError(this.#context("aborted"), signal.reason);
      const started = clock.now();
      const timeoutMs = Math.min(timeout, this.#deadlineMs - started);
      // A machine that slept during the wait wakes up too late.
      if (timeoutMs <= 0) throw this.#errorOf({ kind: "timeout" }, "deadline", timeoutMs);
      const ending = await interruptible((own) => this.#exchange(number, own), { clock, timeoutMs, signal });
      const duration = clock.now() - started;
      const attempt = { number, started, duration, ...summaryOf(ending) };
      let retryAfter: number | undefined;
      if (ending.kind === "done") {
        const { response } = ending.value;
        const { status } = response;
        this.#observer.response(() => ({
          operation: id,
          attempt: number,
          method,
          url: this.#redact(url),
          status,
          duration,
        }));
        if (response.ok) {
          this.attempts.push(attempt);
          return ending.value;
        }
        retryAfter = readRetryAfter(response, clock.now());
      } else if (ending.kind === "failed" && ending.thrown instanceof ConfigurationError) throw ending.thrown;
      const decision = this.#decide(ending, attempt, retryAfter);
      if (!decision.retry) {
        this.attempts.push(attempt);
        throw this.#errorOf(ending, decision.because, timeoutMs, retryAfter);
      }
      const { delay, reason } = decision;
      const repeated = { ...attempt, delay, reason };
      this.attempts.push(repeated);
      this.#observer.retry(() => ({ operation: id, attempt: { ...repeated } }));
      await pause(delay, { clock, signal });
    }
  }

  /** Reads what an answer of success gives. */
  output(answer: Answer): unknown {
    const { operation, validate: mode } = this.#plan;
    const { value, drift } = readOutput(operation, answer, { mode, context: this.#context, redact: this.#redact });
    if (drift.length > 0) this.#observer.drift(drift.map((one) => ({ operation: operation.id, ...one })));
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<Answer> {
    const { operation, url, headers, body } = this.#plan;
    const { id, method } = operation;
    const key = await findApiKey(this.#settings, this.#context);
    signal.throwIfAborted();
    this.#keys.add(key);
    this.#redactor = undefined;
    this.#observer.request(() => {
      const shown = { ...headers, "x-api-key": redactionPlaceholder };
      return redactJson({ operation: id, attempt, method, url, headers: shown }, this.#redact);
    });
    const request = { method, url, headers: { ...headers, "x-api-key": key }, body, signal };
    const response = await send(request, this.#settings.fetch, this.#context);
    return { response, text: await response.text() };
  }

  #decide(ending: Ending<Answer>, { number, status }: Attempt, retryAfter: number | undefined): Decision {
    if (ending.kind === "aborted") return { retry: false, because: "aborted" };
    return decide({
      number,
      idempotency: this.#plan.operation.idempotency,
      status,
      retryAfter,
      unsent: ending.kind === "failed" && isUnsent(safeCause(ending.thrown, this.#redact)),
      retries: this.#plan.retries,
      remainingMs: this.#deadlineMs - this.#settings.clock.now(),
      random: this.#settings.random,
    });
  }

  #errorOf(ending: Ending<Answer>, because: GaveUpBecause, timeoutMs: number, retryAfter?: number): KnowledgeBaseError {
    const context = this.#context(because);
    switch (ending.kind) {
      case "done":
        return readError(this.#plan.operation, ending.value, { context, redact: this.#redact, retryAfter });
      case "failed": {
        const cause = safeCause(ending.thrown, this.#redact);
        return new ConnectionError(describeCause(cause), context, cause);
      }
      case "timeout": {
        const limit = timeoutMs < this.#plan.timeout ? "deadline" : "timeout";
        return new TimeoutError(limit, this.#plan[limit], context);
      }
      case "aborted":
        return new AbortError(context, ending.reason);
    }
  }

  /** Most calls end well and have nothing to take the key out of. */
  readonly #redact: Redact = (text) => {
    this.#redactor ??= createRequestRedactor(this.#keys, this.#plan.headers);
    return this.#redactor(text);
  };

  readonly #context = (gaveUpBecause?: GaveUpBecause): ErrorContext => {
    const { operation, url } = this.#plan;
    return {
      task: factsOf(operation).task,
      operation: operation.id,
      method: operation.method,
      url: this.#redact(url),
      attempts: this.attempts,
      gaveUpBecause,
    };
  };
}

/** What the record of an attempt says of its end. */
function summaryOf(ending: Ending<Answer>): Pick<Attempt, "status" | "code"> {
  if (ending.kind === "done") return { status: ending.value.response.status };
  return { code: ending.kind === "failed" ? "connection" : ending.kind };
}
