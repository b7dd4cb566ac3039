import { fieldsOf, showValue } from "@knowledge-base/internal";
import type { Input, Operation, Output } from "@knowledge-base/types";
import ky, { isTimeoutError } from "ky";
import type { AnyKnowledgeBaseError, CallError } from "../errors/call-error.ts";
import { Failure, joinMessages, toFailure } from "../errors/failure.ts";
import { Secrets } from "../errors/secrets.ts";
import { toKnowledgeBaseError } from "../errors/to-knowledge-base-error.ts";
import { forgetRenewal, type KeyMemory, resolveApiKey } from "../options/api-key.ts";
import type { CallOptions } from "../options/client-options.ts";
import type { CallEvent } from "../options/hooks.ts";
import type { Logger } from "../options/logger.ts";
import { type CallSettings, type ClientSettings, readCallOptions } from "../options/settings.ts";
import { monotonicNow } from "../options/times.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { CallPromise, type CallResult } from "./call-promise.ts";
import { endOfAttempt, untilEnded } from "./end-of-attempt.ts";
import { Observer } from "./observer.ts";
import { checkOperation, describeTask, isCustomOperation } from "./operation-text.ts";
import { readErrorResponse } from "./read-error-response.ts";
import { parseOutput, readOutput } from "./read-output.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, type Retry } from "./retry-policy.ts";
import { send } from "./send.ts";
import { type CallRequest, checkInput, createCustomRequest, createRequest } from "./write-request.ts";

/** A client as its calls know it. */
export interface Client {
  readonly settings: ClientSettings;
  readonly logger: Partial<Logger>;
  readonly memory: ClientMemory;
}

/** What the calls of a client remember, also those of clients that `withOptions` has made of it. */
export interface ClientMemory extends KeyMemory {
  /** What was reported once, and is never reported again. */
  readonly reported: Set<string>;
}

/** Calls an operation. */
export type CallOperation = <AnyOperation extends Operation>(
  operation: AnyOperation,
  input: Input<AnyOperation>,
  options?: CallOptions,
) => CallPromise<Output<AnyOperation>, CallError<AnyOperation>>;

/** Creates the function that every method of a client calls. */
export function createCallFunction(client: Client): CallOperation {
  return <AnyOperation extends Operation>(operation: AnyOperation, input: unknown, options?: CallOptions) => {
    const result = new Call(client, operation).run(input, options);
    return new CallPromise(result as Promise<CallResult<Output<AnyOperation>, CallError<AnyOperation>>>);
  };
}

let calls = 0;

/** An attempt while it runs. */
interface RunningAttempt {
  readonly record: { -readonly [Field in keyof Attempt]: Attempt[Field] };
  readonly startMs: number;
  /** The limit that ends the attempt first. */
  readonly limit: "timeout" | "deadline";
  isSent: boolean;
  isOver: boolean;
  key?: string;
  failure?: Failure;
  /** The response when its headers have arrived, with the part of its body that was read. */
  response?: ReceivedResponse;
}

/** A 401 after which the function `apiKey` is asked for another key. */
interface Rejection {
  readonly key: string | undefined;
  readonly failure: Failure;
  readonly response: ReceivedResponse | undefined;
}

/** Timers of the platform with a longer delay fire at once, and ky rejects it. */
const maxTimerMs = 2 ** 31 - 1;

/** One call. ky makes its attempts, waits between them, and ends it at its time limits. */
class Call {
  readonly #client: Client;
  readonly #operation: Operation;
  readonly #secrets: Secrets;
  readonly #observer: Observer;
  readonly #event: CallEvent;
  readonly #startMs = monotonicNow();
  /** Ends the call: its signal has the failure as its reason. */
  readonly #abort = new AbortController();
  readonly #attempts: Attempt[] = [];
  #settings: CallSettings;
  #request: CallRequest | undefined;
  #attempt: RunningAttempt | undefined;
  #rejection: Rejection | undefined;
  /** The response of the last attempt. */
  #response: ReceivedResponse | undefined;
  #stopReason: StopReason | undefined;
  /** The failure of the last attempt, if no other one follows. */
  #failure: Failure | undefined;
  #delayMs = 0;

  constructor(client: Client, operation: Operation) {
    const { settings, logger, memory } = client;
    calls += 1;
    this.#client = client;
    this.#operation = operation;
    this.#settings = settings;
    this.#secrets = new Secrets(settings);
    this.#event = { operation: fieldsOf(operation)["id"] as string, callId: `call_${calls}` };
    this.#observer = new Observer(this.#event, settings, logger, memory.reported, this.#secrets);
  }

  /** Never rejects: the result of a failed call also has the response and the attempts. */
  async run(input: unknown, options: CallOptions | undefined): Promise<CallResult<unknown, AnyKnowledgeBaseError>> {
    try {
      const data = await this.#call(input, options);
      const response = this.#response as ReceivedResponse;
      const attempts = this.#attempts;
      void this.#observer.notify("onSuccess", () => ({
        status: response.status,
        attempts: structuredClone(attempts),
        duration: this.#elapsedMs(),
        ...this.#secrets.redactResponseHeaders(response.headers),
      }));
      return { ok: true, data, response, attempts };
    } catch (thrown) {
      const error = this.#toError(isTimeoutError(thrown) ? this.#createTimeout("deadline") : thrown);
      void this.#observer.notify("onError", () => ({ error, duration: this.#elapsedMs() }));
      return { ok: false, error, response: this.#response, attempts: error.attempts };
    }
  }

  async #call(input: unknown, options: CallOptions | undefined): Promise<unknown> {
    const operation = this.#operation;
    checkOperation(operation);
    checkInput(operation, input);
    const settings = readCallOptions(options, this.#client.settings);
    this.#settings = settings;
    this.#secrets.addHeaders(settings.headers);
    const { signal } = settings;
    const abort = () => {
      const details = { cause: signal?.reason as unknown, stopReason: "aborted" } as const;
      this.#abort.abort(new Failure("aborted", "the signal was aborted.", details, { code: "aborted" }));
    };
    if (signal?.aborted) abort();
    this.#abort.signal.throwIfAborted();
    // A signal may be that of another library, and may live longer than the call.
    signal?.addEventListener("abort", abort);
    try {
      const isCustom = isCustomOperation(operation);
      const request = isCustom
        ? await this.#untilDeadline(createCustomRequest(operation, input, settings))
        : createRequest(operation, input, settings);
      this.#request = request;
      const response = await this.#send(request).catch((thrown: unknown) => {
        // ky asks for no retry when the time is over.
        if (this.#attempt?.isOver === false) this.#isRetried(thrown);
        throw this.#failure ?? thrown;
      });
      if (isCustom) return await this.#untilDeadline(parseOutput(operation, response, settings.validate));
      const { value, drift } = readOutput(operation, response, settings.validate);
      this.#observer.notifyDrift(drift);
      return value;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Awaits the schemas of a custom operation, which may be asynchronous. */
  async #untilDeadline<Value>(work: Promise<Value>): Promise<Value> {
    const { signal } = this.#abort;
    const expire = () => this.#abort.abort(this.#createTimeout("deadline"));
    const timer = setTimeout(expire, Math.min(this.#remainingMs(), maxTimerMs));
    return untilEnded(signal, work).finally(() => clearTimeout(timer));
  }

  /** Sends the request until an attempt has a successful response. ky never has the key, and needs neither headers nor body. */
  async #send(request: CallRequest): Promise<ReceivedResponse> {
    const { method } = this.#operation;
    const { timeout, signal } = this.#settings;
    const remainingMs = this.#remainingMs();
    await ky(request.url, {
      method,
      fetch: (sent) => this.#startAttempt(request, (sent as Request).signal),
      timeout: timeout > maxTimerMs ? false : timeout,
      ...(remainingMs <= maxTimerMs && { totalTimeout: Math.max(remainingMs, 0) }),
      ...(signal && { signal: this.#abort.signal }),
      throwHttpErrors: false,
      retry: {
        // `decideRetry` counts the retries.
        limit: Number.MAX_SAFE_INTEGER,
        methods: [method.toLowerCase() as "get"],
        shouldRetry: ({ error }) => this.#isRetried(error),
        delay: () => this.#delayMs,
      },
    });
    return this.#response as ReceivedResponse;
  }

  /** Starts an attempt. Rejects with a {@link Failure} if it has no successful response. */
  async #startAttempt(request: CallRequest, signal: AbortSignal): Promise<Response> {
    const attempt: RunningAttempt = {
      record: { number: this.#attempts.length + 1, started: 0, duration: 0 },
      startMs: monotonicNow(),
      limit: this.#settings.timeout <= this.#remainingMs() ? "timeout" : "deadline",
      isSent: false,
      isOver: false,
    };
    this.#attempt = attempt;
    try {
      const response = await untilEnded(signal, this.#makeAttempt(attempt, request, signal));
      this.#end(attempt);
      // ky hands it back unread.
      return response.original as Response;
    } catch (thrown) {
      const failure = toFailure(thrown, "the attempt");
      // ky has a timeout of its own.
      if (!signal.aborted) attempt.failure = failure;
      throw failure;
    }
  }

  async #makeAttempt(attempt: RunningAttempt, request: CallRequest, signal: AbortSignal): Promise<ReceivedResponse> {
    const { url, origin, headers, body } = request;
    const { number } = attempt.record;
    const key = await this.#resolveKey();
    // The function `apiKey` may return after its attempt has timed out.
    if (signal.aborted) throw endOfAttempt(signal);
    this.#rejection = undefined;
    attempt.key = key;
    attempt.isSent = true;
    this.#attempts.push(attempt.record);
    const sent = { method: this.#operation.method, url, headers: { ...headers }, body };
    const response = await send(sent, {
      key,
      origin,
      settings: this.#settings,
      secrets: this.#secrets,
      observer: this.#observer,
      context: { ...this.#event, attempt: number, signal },
      onResponse: (received) => {
        attempt.response = received;
        attempt.record.status = received.status;
      },
    });
    if (!response.isSuccessful) throw this.#readError(response);
    return response;
  }

  #readError(response: ReceivedResponse): Failure {
    return readErrorResponse(this.#operation, this.#request?.url ?? "", response, this.#secrets);
  }

  async #resolveKey(): Promise<string> {
    const rejection = this.#rejection;
    const { apiKey } = this.#settings;
    const key = await resolveApiKey(apiKey, rejection?.key, this.#client.memory).catch((thrown: unknown) => {
      if (thrown instanceof Failure) throw thrown;
      const problem = `${joinMessages(["the function apiKey failed", thrown])}.`;
      // A later call of the function may succeed.
      throw new Failure("configuration", problem, { cause: thrown }, { code: "api_key" });
    });
    if (rejection && key === rejection.key) throw rejection.failure;
    this.#secrets.add(key);
    return key;
  }

  /** Ends a failed attempt, and returns whether ky makes another one. */
  #isRetried(error: unknown): boolean {
    const attempt = this.#attempt;
    // ky has failed before it called `fetch`.
    if (!attempt) return false;
    const failure = this.#findFailure(attempt, error);
    this.#end(attempt);
    const decision = this.#decide(attempt, failure);
    if (typeof decision === "object") {
      Object.assign(attempt.record, decision);
      this.#delayMs = decision.delay;
      if (decision.reason === "new_key") {
        this.#rejection = { key: attempt.key, failure, response: attempt.response };
      }
      void this.#observer.notify("onRetry", () => ({ attempt: { ...attempt.record } }));
      return true;
    }
    this.#stopReason = decision;
    this.#failure = failure;
    return false;
  }

  #decide(attempt: RunningAttempt, failure: Failure): Retry | StopReason | undefined {
    const { record, response, isSent } = attempt;
    const { apiKey, retries, random } = this.#settings;
    const { memory } = this.#client;
    const rejection = this.#rejection;
    if (rejection && !isSent) forgetRenewal(memory);
    if (failure === rejection?.failure) {
      // The function `apiKey` has returned the rejected key again.
      this.#response = rejection.response;
      return "not_retryable";
    }
    const { end, details } = failure;
    // A mistake of the caller, or a response that is too large: another attempt would fail in the same way.
    if (!end && (details.status === undefined || failure.code === "response")) return undefined;
    if (!isSent) this.#attempts.push(record);
    if (end) record.code = end.code;
    const renewals = this.#attempts.filter(({ reason }) => reason === "new_key").length;
    if (details.status === 401 && renewals > 0) forgetRenewal(memory);
    const retried = this.#attempts.length - 1 - renewals;
    return decideRetry({
      status: end ? undefined : details.status,
      code: end?.code,
      isUnsent: !isSent || (!response && end?.isUnsent === true),
      retryAfter: details.retryAfter,
      idempotency: this.#operation.idempotency,
      wanted: end?.code === "aborted" ? undefined : this.#ask(failure, retried + 1),
      canRenewKey: typeof apiKey === "function" && renewals === 0,
      retried,
      retries,
      remainingMs: details.limit === "deadline" ? 0 : this.#remainingMs(),
      random,
    });
  }

  #end(attempt: RunningAttempt): void {
    const { record, startMs, response } = attempt;
    attempt.isOver = true;
    record.duration = monotonicNow() - startMs;
    // The time of day is read after the request: a page that is rendered in advance must not read it before.
    record.started = Date.now() - record.duration;
    this.#response = response;
  }

  /** Asks the function `shouldRetry`. If it throws, or returns what is no decision, it decides nothing. */
  #ask(failure: Failure, retryCount: number): boolean | undefined {
    try {
      const decision: unknown = this.#settings.shouldRetry?.({ error: this.#toError(failure), retryCount });
      if (decision === undefined || typeof decision === "boolean") return decision;
      const isPromise = decision instanceof Promise;
      // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
      if (isPromise) decision.catch(() => {});
      const shown = isPromise ? "a promise" : showValue(decision);
      throw new TypeError(`It must return true, false or undefined (got ${shown}).`);
    } catch (thrown) {
      this.#observer.logFailure("shouldRetry", thrown);
      return undefined;
    }
  }

  /** Finds why an attempt has failed. A timeout never hides a failure, or an error status whose body is incomplete. */
  #findFailure({ failure, response, limit }: RunningAttempt, error: unknown): Failure {
    if (failure) return failure;
    if (!isTimeoutError(error)) return toFailure(error, "the attempt");
    return response && !response.isSuccessful ? this.#readError(response) : this.#createTimeout(limit);
  }

  #createTimeout(limit: "timeout" | "deadline"): Failure {
    const problem = `the ${limit} of ${this.#settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
    const stopReason = limit === "deadline" && { stopReason: limit };
    return new Failure("timeout", problem, { limit, ...stopReason }, { code: "timeout" });
  }

  #toError(thrown: unknown): AnyKnowledgeBaseError {
    const url = this.#request?.url;
    const context = {
      task: describeTask(this.#operation),
      operation: this.#event.operation,
      method: url && this.#operation.method,
      url,
      attempts: this.#attempts.map((attempt) => ({ ...attempt })),
      stopReason: this.#stopReason,
      headers: this.#response?.headers,
    };
    return toKnowledgeBaseError(thrown, context, this.#secrets);
  }

  #elapsedMs(): number {
    return monotonicNow() - this.#startMs;
  }

  #remainingMs(): number {
    return this.#settings.deadline - this.#elapsedMs();
  }
}
