import { type ErrorContext, Failure, toFailure } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import { toResponseFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { decideRetry, findAttemptCode } from "./retry-policy.ts";
import { type Outcome, runWithKy } from "./run-with-ky.ts";
import { type RunningAttempt, type RunningCall, send } from "./send.ts";

type RejectedAttempt = Pick<RunningAttempt, "key" | "startMs" | "response"> & { readonly failure: Failure };

/** The attempts of a call. */
export class Attempts {
  readonly #call: RunningCall;
  readonly #made: Attempt[] = [];
  #last: RunningAttempt | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: RejectedAttempt | undefined;

  constructor(call: RunningCall) {
    this.#call = call;
  }

  /** The response of the last attempt. */
  get response(): ReceivedResponse | undefined {
    return this.#last?.response;
  }

  /** Copies of the attempts that were made: a hook may change them. */
  get made(): readonly Attempt[] {
    return this.#made.map((attempt) => ({ ...attempt }));
  }

  get errorContext(): ErrorContext {
    const { context, request } = this.#call;
    const { method, url } = request;
    return { ...context, method, url, attempts: this.made, headers: this.response?.headers };
  }

  sendUntilSuccess(): Promise<ReceivedResponse> {
    return runWithKy(this.#call, (signal) => this.#run(signal));
  }

  async #run(signal: AbortSignal): Promise<Outcome<ReceivedResponse>> {
    const attempt: RunningAttempt = { number: this.#made.length + 1, startMs: performance.now(), signal };
    this.#last = attempt;
    // `fetch` and other functions of the caller may ignore the signal.
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    try {
      const result = await Promise.race([this.#exchange(attempt), aborting]);
      attempt.response = result;
      this.#record(attempt);
      return { isSuccessful: true, result };
    } catch (thrown) {
      return this.#settle(attempt, toFailure(thrown, "the attempt"));
    }
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { client, operation, request, settings, secrets } = this.#call;
    const rejected = this.#rejected;
    const key = await resolveApiKey(settings.apiKey, rejected, client.memory);
    // The function `apiKey` may return after its attempt has timed out.
    attempt.signal.throwIfAborted();
    if (rejected && key === rejected.key) {
      attempt.response = rejected.response;
      throw rejected.failure.withStopReason("not_retryable");
    }
    this.#rejected = undefined;
    attempt.key = key;
    secrets.add(key);
    const { origin: _, headers, ...sent } = request;
    const response = await send({ ...sent, headers: { ...headers } }, this.#call, attempt, settings.use);
    if (!response.isSuccessful) throw toResponseFailure(operation, request.url, response, secrets);
    return response;
  }

  // Adds an attempt to those that were made, unless there was no key for it.
  #record({ number, startMs, key, response }: RunningAttempt, code?: Attempt["code"]): Attempt | undefined {
    if (key === undefined && !code) return undefined;
    const duration = Math.round(performance.now() - startMs);
    // The time of day is read after the request: a page that is rendered in advance must not read it before.
    const started = Date.now() - duration;
    const made = { number, started, duration, ...(response && { status: response.status }), ...(code && { code }) };
    this.#made.push(made);
    return made;
  }

  #settle(attempt: RunningAttempt, thrown: Failure): Outcome<ReceivedResponse> {
    const { client, observer } = this.#call;
    const failure = this.#findFailure(attempt, thrown);
    const code = findAttemptCode(failure);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(client.memory, this.#rejected.key);
    const made = this.#record(attempt, code);
    // Nothing was sent: there is no key, or only the rejected one.
    if (!made) return { isSuccessful: false, failure };
    const decision = decideRetry(this.#call, attempt, failure, this.errorContext);
    if (decision instanceof Failure) return { isSuccessful: false, failure: decision };
    Object.assign(made, decision);
    if (decision.reason === "new_key") this.#rejected = { ...attempt, failure };
    void observer.notify("onRetry", () => ({ attempt: { ...made } }));
    return { isSuccessful: false, failure, delay: decision.delay };
  }

  // A timeout never hides an error status whose body is incomplete.
  #findFailure({ signal, response }: RunningAttempt, thrown: Failure): Failure {
    const { operation, request, secrets } = this.#call;
    const isLate = thrown === signal.reason && thrown.code === "timeout";
    if (!isLate || !response || response.isSuccessful) return thrown;
    return toResponseFailure(operation, request.url, response, secrets);
  }
}
