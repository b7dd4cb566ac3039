import { type ErrorContext, Failure, toFailure } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { forgetRenewal, resolveApiKey } from "../options/api-key.ts";
import type { PreparedCall, RunningAttempt } from "./prepared-call.ts";
import { toResponseFailure } from "./read-response.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { attemptCodeOf, decideRetry } from "./retry-policy.ts";
import { type AttemptOutcome, runWithKy } from "./run-with-ky.ts";
import { send } from "./send.ts";

/** Makes the attempts of a call, and remembers them. */
export class Attempts {
  readonly #call: PreparedCall;
  readonly #made: Attempt[] = [];
  #last: RunningAttempt | undefined;
  // The attempt whose key was rejected, until the function `apiKey` has returned another key.
  #rejected: (RunningAttempt & { readonly failure: Failure }) | undefined;

  constructor(call: PreparedCall) {
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

  /** Makes attempts until one succeeds, and returns its response. Throws the failure of the call if none does. */
  async sendUntilSuccess(): Promise<ReceivedResponse> {
    const outcome = await runWithKy(this.#call, (signal) => this.#makeAttempt(signal));
    if (outcome.failure) throw outcome.failure;
    return outcome.response;
  }

  async #makeAttempt(signal: AbortSignal): Promise<AttemptOutcome> {
    const attempt: RunningAttempt = { number: this.#made.length + 1, startMs: performance.now(), signal };
    this.#last = attempt;
    // `fetch` and other functions of the caller may ignore the signal.
    const aborting = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    try {
      const response = await Promise.race([this.#exchange(attempt), aborting]);
      attempt.response = response;
      this.#made.push(describeAttempt(attempt));
      return { response };
    } catch (thrown) {
      return this.#settle(attempt, toFailure(thrown, "the attempt"));
    }
  }

  async #exchange(attempt: RunningAttempt): Promise<ReceivedResponse> {
    const { client, request, settings, secrets } = this.#call;
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
    if (!response.isSuccessful) throw toResponseFailure(this.#call, response);
    return response;
  }

  // Decides what a failed attempt leads to.
  #settle(attempt: RunningAttempt, thrown: Failure): AttemptOutcome {
    const { client, observer } = this.#call;
    const failure = this.#preferErrorStatus(attempt, thrown);
    const code = attemptCodeOf(failure);
    if (attempt.key === undefined && this.#rejected) forgetRenewal(client.memory, this.#rejected.key);
    // Without a key, nothing was sent.
    if (attempt.key === undefined && !code) return { failure };
    const ended = describeAttempt(attempt, code);
    const context = { ...this.errorContext, attempts: [...this.made, { ...ended }] };
    const decision = decideRetry(this.#call, attempt, failure, context);
    const isLast = decision instanceof Failure;
    const made = isLast ? ended : { ...ended, ...decision };
    this.#made.push(made);
    if (isLast) return { failure: decision };
    if (decision.reason === "new_key") this.#rejected = { ...attempt, failure };
    void observer.notify("onRetry", () => ({ attempt: { ...made } }));
    return { failure, delayMs: decision.delay };
  }

  // A timeout never hides an error status whose body is incomplete.
  #preferErrorStatus({ signal, response }: RunningAttempt, thrown: Failure): Failure {
    const isLate = thrown === signal.reason && thrown.code === "timeout";
    return isLate && response && !response.isSuccessful ? toResponseFailure(this.#call, response) : thrown;
  }
}

function describeAttempt({ number, startMs, response }: RunningAttempt, code?: Attempt["code"]): Attempt {
  const durationMs = Math.round(performance.now() - startMs);
  // Next.js can't render a page in advance if it calls Date.now() before it has fetched something.
  const started = Date.now() - durationMs;
  const status = response && { status: response.status };
  return { number, started, duration: durationMs, ...status, ...(code && { code }) };
}
