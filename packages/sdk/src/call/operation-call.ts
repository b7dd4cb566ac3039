import { AbortError } from "../errors/abort-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { ErrorContext, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import { TimeoutError } from "../errors/timeout-error.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt, GaveUpBecause } from "./attempt.ts";
import type { CallPlan } from "./call-plan.ts";
import type { Answer } from "./call-promise.ts";
import { describeCause, isUnsent } from "./connection-cause.ts";
import { findApiKey } from "./credentials.ts";
import { type Ending, endingOf, summaryOf } from "./ending.ts";
import { type Interruption, interruptible, pause } from "./interruption.ts";
import type { Observer } from "./observer.ts";
import { isSuccess, readError, readOutput } from "./read-answer.ts";
import { createRedactor, placeholder, type Redact } from "./redactor.ts";
import { type Decision, decide, readRetryAfter } from "./retry-policy.ts";
import { safeCause } from "./safe-cause.ts";
import { send } from "./send.ts";
import { taskOf } from "./task-of.ts";

/** A planned call: its attempts, and what comes of them. */
export class OperationCall {
  readonly attempts: Attempt[] = [];
  readonly #plan: CallPlan;
  readonly #settings: Settings;
  readonly #observer: Observer;
  readonly #deadlineMs: number;
  #redact: Redact = (text) => text;

  constructor(plan: CallPlan, settings: Settings, observer: Observer) {
    this.#plan = plan;
    this.#settings = settings;
    this.#observer = observer;
    this.#deadlineMs = settings.clock.now() + plan.deadline;
  }

  /** Makes attempts until one is answered with success. */
  async answer(): Promise<Answer> {
    const { clock } = this.#settings;
    for (let number = 1; ; number += 1) {
      const started = clock.now();
      const timeoutMs = Math.min(this.#plan.timeout, this.#deadlineMs - started);
      const { signal } = this.#plan;
      const ending = await endingOf(interruptible((own) => this.#exchange(number, own), { clock, timeoutMs, signal }));
      const attempt: Attempt = { number, started, duration: clock.now() - started, ...summaryOf(ending) };
      if (ending.kind === "answer") {
        this.#reportAnswer(ending.answer, attempt);
        if (isSuccess(ending.answer)) {
          this.attempts.push(attempt);
          return ending.answer;
        }
      }
      const decision = this.#decide(ending, number);
      this.attempts.push(decision.retry ? { ...attempt, delay: decision.delay, reason: decision.reason } : attempt);
      if (!decision.retry) throw this.#errorOf(ending, timeoutMs, decision.because);
      await this.#waitBeforeNext(decision.delay);
    }
  }

  /** Reads what an answer of success gives. */
  output(answer: Answer): unknown {
    const { operation, validate: mode } = this.#plan;
    const context = () => this.#context();
    const { value, drift } = readOutput(operation, answer, { mode, context, redact: this.#redact });
    if (drift.length > 0) this.#observer.drift(drift.map((one) => ({ operation: operation.id, ...one })));
    return value;
  }

  async #exchange(attempt: number, signal: AbortSignal): Promise<Answer> {
    const { operation, url, headersToSend, body } = this.#plan;
    const { method } = operation;
    const key = await findApiKey(this.#settings, this.#context());
    this.#redact = createRedactor(key);
    const shown = { ...headersToSend, "x-api-key": placeholder };
    this.#observer.request({ operation: operation.id, attempt, method, url, headers: shown });
    const headers = { ...headersToSend, "x-api-key": key };
    const response = await send({ method, url, headers, body, signal }, this.#settings.fetch);
    return { response, text: await response.text() };
  }

  #decide(ending: Ending, number: number): Decision {
    const { operation, retries } = this.#plan;
    if (ending.kind === "interruption" && ending.interruption.kind === "aborted")
      return { retry: false, because: "aborted" };
    return decide({
      number,
      idempotency: operation.idempotency,
      status: ending.kind === "answer" ? ending.answer.response.status : undefined,
      retryAfter: ending.kind === "answer" ? this.#retryAfter(ending.answer) : undefined,
      unsent: ending.kind === "failure" && isUnsent(ending.thrown),
      retries,
      remainingMs: this.#deadlineMs - this.#settings.clock.now(),
      random: this.#settings.random,
    });
  }

  async #waitBeforeNext(delay: number): Promise<void> {
    const { clock } = this.#settings;
    const attempt = this.attempts.at(-1) as Attempt;
    this.#observer.retry({ operation: this.#plan.operation.id, attempt });
    await pause(delay, { clock, signal: this.#plan.signal }).catch((interruption: Interruption) => {
      throw new AbortError(this.#context("aborted"), interruption.reason);
    });
  }

  #errorOf(ending: Ending, timeoutMs: number, because: GaveUpBecause): KnowledgeBaseError {
    const context = this.#context(because);
    switch (ending.kind) {
      case "answer": {
        const retryAfter = this.#retryAfter(ending.answer);
        return readError(this.#plan.operation, ending.answer, { context, redact: this.#redact, retryAfter });
      }
      case "interruption": {
        if (ending.interruption.kind === "aborted") return new AbortError(context, ending.interruption.reason);
        const limit = timeoutMs < this.#plan.timeout ? "deadline" : "timeout";
        return new TimeoutError(limit, this.#plan[limit], context);
      }
      case "failure": {
        const cause = safeCause(ending.thrown, this.#redact);
        return new ConnectionError(describeCause(cause), context, cause);
      }
    }
  }

  #retryAfter({ response }: Answer): number | undefined {
    return readRetryAfter(response.headers.get("retry-after"), this.#settings.clock.now());
  }

  #reportAnswer({ response: { status } }: Answer, { number: attempt, duration }: Attempt): void {
    const { operation, url } = this.#plan;
    this.#observer.response({ operation: operation.id, attempt, method: operation.method, url, status, duration });
  }

  #context(gaveUpBecause?: GaveUpBecause): ErrorContext {
    const { operation, url } = this.#plan;
    const { id, method } = operation;
    return {
      task: taskOf(operation),
      operation: id,
      method,
      url: this.#redact(url),
      attempts: this.attempts.slice(),
      gaveUpBecause,
    };
  }
}
