import { showValue } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import ky, { isTimeoutError } from "ky";
import { Failure, joinMessages, toFailure } from "../errors/failure.ts";
import type { Secrets } from "../errors/secrets.ts";
import { type ErrorContext, toKnowledgeBaseError } from "../errors/to-knowledge-base-error.ts";
import { forgetRenewal, type KeyMemory, resolveApiKey } from "../options/api-key.ts";
import type { CallEvent } from "../options/hooks.ts";
import { monotonicNow, timeOfDay } from "../options/platform.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { type CallLimits, endOf, maxTimerMs, untilEnded } from "./call-limits.ts";
import type { Observer } from "./observer.ts";
import { describeTask } from "./operation-text.ts";
import { readErrorResponse } from "./read-error-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, type Retry } from "./retry-policy.ts";
import { send } from "./send.ts";
import type { CallRequest } from "./write-request.ts";

/** The parts of a call that its attempts share. */
interface CallParts {
  readonly operation: Operation;
  readonly event: CallEvent;
  readonly request: CallRequest;
  readonly settings: CallSettings;
  readonly limits: CallLimits;
  readonly secrets: Secrets;
  readonly observer: Observer;
  readonly memory: KeyMemory;
}

/** An attempt while it runs. */
interface RunningAttempt {
  readonly record: { -readonly [Field in keyof Attempt]: Attempt[Field] };
  readonly startMs: number;
  /** The limit that ends the attempt, if it does not end before. */
  readonly limit: "timeout" | "deadline";
  isOver: boolean;
  /** The key of the request; undefined while the function `apiKey` is asked for it. */
  key?: string;
  /** The response when its headers have arrived, with the part of its body that was read. */
  response?: ReceivedResponse;
  failure?: Failure;
}

/** The attempts of a call. ky makes them, waits between them, and ends them at their time limits. */
export class Attempts {
  /** The attempts that were made. */
  readonly made: Attempt[] = [];
  /** The response of the last attempt. */
  response: ReceivedResponse | undefined;
  readonly #call: CallParts;
  #attempt: RunningAttempt | undefined;
  /** The attempt whose key was rejected, until the function `apiKey` has returned another one. */
  #rejected: RunningAttempt | undefined;
  /** The failure of the last attempt, if no other one follows. */
  #failure: Failure | undefined;
  #stopReason: StopReason | undefined;
  #delayMs = 0;

  constructor(call: CallParts) {
    this.#call = call;
  }

  get errorContext(): ErrorContext {
    const { operation, event, request } = this.#call;
    return {
      task: describeTask(operation),
      operation: event.operation,
      method: operation.method,
      url: request.url,
      attempts: this.made.map((attempt) => ({ ...attempt })),
      stopReason: this.#stopReason,
      headers: this.response?.headers,
    };
  }

  /**
   * Sends the request until there is a successful response. ky never has the key, and needs neither headers nor body.
   *
   * For each attempt, ky calls `fetch`, and ends it at its time limit. If `fetch` rejects or the time is over, ky calls `shouldRetry`, then
   * `delay`, and waits. If the time of the whole call is over, ky rejects without calling `shouldRetry`.
   */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const { operation, request, limits, settings } = this.#call;
    const { method } = operation;
    const { timeout, signal } = settings;
    const remainingMs = limits.remainingMs();
    try {
      await ky(request.url, {
        method,
        fetch: (sent) => this.#start((sent as Request).signal),
        timeout: timeout > maxTimerMs ? false : timeout,
        ...(remainingMs <= maxTimerMs && { totalTimeout: Math.max(remainingMs, 0) }),
        ...(signal && { signal: limits.signal }),
        throwHttpErrors: false,
        retry: {
          // `decideRetry` counts the retries.
          limit: Number.MAX_SAFE_INTEGER,
          methods: [method.toLowerCase() as "get"],
          shouldRetry: ({ error }) => this.#planRetry(error),
          delay: () => this.#delayMs,
        },
      });
    } catch (thrown) {
      if (this.#attempt?.isOver === false) this.#planRetry(thrown);
      if (this.#failure) throw this.#failure;
      if (isTimeoutError(thrown)) throw limits.createTimeout("deadline");
      if (this.#attempt || limits.signal.aborted) throw thrown;
      // The environment has no `Request`, or mixes one of Node with an `AbortSignal` of its own.
      const problem = joinMessages(["this environment cannot create a Request", thrown]);
      const advice = "If a test uses jsdom, give its file the environment node.";
      throw new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
    }
    return this.response as ReceivedResponse;
  }

  /** Starts an attempt. Rejects with a {@link Failure} if it has no successful response. */
  async #start(signal: AbortSignal): Promise<Response> {
    const { settings, limits } = this.#call;
    const attempt: RunningAttempt = {
      record: { number: this.made.length + 1, started: 0, duration: 0 },
      startMs: monotonicNow(),
      limit: settings.timeout <= limits.remainingMs() ? "timeout" : "deadline",
      isOver: false,
    };
    this.#attempt = attempt;
    try {
      const response = await untilEnded(signal, this.#make(attempt, signal));
      attempt.response = response;
      attempt.record.status = response.status;
      this.#complete(attempt);
      // ky hands it back unread.
      return response.original as Response;
    } catch (thrown) {
      const failure = toFailure(thrown, "the attempt");
      // ky has a timeout of its own.
      if (!signal.aborted) attempt.failure = failure;
      throw failure;
    }
  }

  async #make(attempt: RunningAttempt, signal: AbortSignal): Promise<ReceivedResponse> {
    const { operation, event, request, settings, secrets, observer } = this.#call;
    const { url, origin, headers, body } = request;
    const key = await this.#resolveKey();
    // The function `apiKey` may return after its attempt has timed out.
    if (signal.aborted) throw endOf(signal);
    this.#rejected = undefined;
    attempt.key = key;
    this.made.push(attempt.record);
    const sent = { method: operation.method, url, headers: { ...headers }, body };
    const response = await send(sent, {
      key,
      origin,
      settings,
      secrets,
      observer,
      context: { ...event, attempt: attempt.record.number, signal },
      onResponse: (received) => {
        // A middleware may have responded without awaiting `next`.
        if (attempt.isOver) return;
        attempt.response = received;
        attempt.record.status = received.status;
      },
    });
    if (!response.isSuccessful) throw readErrorResponse(operation, url, response, secrets);
    return response;
  }

  async #resolveKey(): Promise<string> {
    const { settings, secrets, memory } = this.#call;
    const rejected = this.#rejected;
    const key = await resolveApiKey(settings.apiKey, rejected?.key, memory).catch((thrown: unknown) => {
      if (thrown instanceof Failure) throw thrown;
      const problem = `${joinMessages(["the function apiKey failed", thrown])}.`;
      // A later call of the function may succeed.
      throw new Failure("configuration", problem, { cause: thrown }, { code: "api_key" });
    });
    if (rejected && key === rejected.key) throw rejected.failure;
    secrets.add(key);
    return key;
  }

  #complete(attempt: RunningAttempt): void {
    const { record, startMs, response } = attempt;
    attempt.isOver = true;
    record.duration = monotonicNow() - startMs;
    // The time of day is read after the request: a page that is rendered in advance must not read it before.
    record.started = timeOfDay() - record.duration;
    this.response = response;
  }

  /** Ends a failed attempt, and returns whether ky makes another one. */
  #planRetry(thrown: unknown): boolean {
    const attempt = this.#attempt;
    // ky may fail before it calls `fetch`, or while it waits.
    if (!attempt || attempt.isOver) return false;
    const failure = this.#findFailure(attempt, thrown);
    attempt.failure = failure;
    this.#complete(attempt);
    const decision = this.#decide(attempt, failure);
    if (typeof decision !== "object") {
      this.#stopReason = decision;
      this.#failure = failure;
      return false;
    }
    const { record } = attempt;
    Object.assign(record, decision);
    this.#delayMs = decision.delay;
    if (decision.reason === "new_key") this.#rejected = attempt;
    this.#call.observer.notify("onRetry", () => ({ attempt: { ...record } }));
    return true;
  }

  /** A timeout never hides a failure, or an error status whose body is incomplete. */
  #findFailure({ failure, response, limit }: RunningAttempt, thrown: unknown): Failure {
    if (failure) return failure;
    if (!isTimeoutError(thrown)) return toFailure(thrown, "the attempt");
    const { operation, request, limits, secrets } = this.#call;
    if (!response || response.isSuccessful) return limits.createTimeout(limit);
    return readErrorResponse(operation, request.url, response, secrets);
  }

  #decide({ record, key, response }: RunningAttempt, failure: Failure): Retry | StopReason | undefined {
    const { operation, settings, limits, memory } = this.#call;
    const isSent = key !== undefined;
    const rejected = this.#rejected;
    if (rejected && !isSent) forgetRenewal(memory);
    if (failure === rejected?.failure) {
      // The function `apiKey` has returned the rejected key again.
      this.response = rejected.response;
      return "not_retryable";
    }
    const { end, details } = failure;
    // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
    if (!end && (details.status === undefined || failure.code === "response")) return undefined;
    if (!isSent) this.made.push(record);
    if (end) record.code = end.code;
    const renewals = this.made.filter(({ reason }) => reason === "new_key").length;
    if (details.status === 401 && renewals > 0) forgetRenewal(memory);
    const retried = this.made.length - 1 - renewals;
    return decideRetry({
      status: end ? undefined : details.status,
      code: end?.code,
      isUnsent: !isSent || (!response && end?.isUnsent === true),
      retryAfter: details.retryAfter,
      idempotency: operation.idempotency,
      wanted: end?.code === "aborted" ? undefined : this.#ask(failure, retried + 1),
      canRenewKey: typeof settings.apiKey === "function" && renewals === 0,
      retried,
      retries: settings.retries,
      remainingMs: details.limit === "deadline" ? 0 : limits.remainingMs(),
      random: settings.random,
    });
  }

  /** Asks the function `shouldRetry`. If it throws, or returns what is no decision, it decides nothing. */
  #ask(failure: Failure, retryCount: number): boolean | undefined {
    const { settings, secrets, observer } = this.#call;
    // As a method, it would get the settings, and with them the key.
    const { shouldRetry } = settings;
    try {
      const decision: unknown = shouldRetry?.({
        error: toKnowledgeBaseError(failure, this.errorContext, secrets),
        retryCount,
      });
      if (decision === undefined || typeof decision === "boolean") return decision;
      const isPromise = decision instanceof Promise;
      // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
      if (isPromise) decision.catch(() => {});
      const shown = isPromise ? "a promise" : showValue(decision);
      throw new TypeError(`It must return true, false or undefined (got ${shown}).`);
    } catch (thrown) {
      observer.logFailure("shouldRetry", thrown);
      return undefined;
    }
  }
}
