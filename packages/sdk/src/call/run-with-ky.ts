import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { Failure, joinMessages } from "../errors/failure.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";

/** How an attempt has ended: it succeeded, or it failed. After a failure, there's a delay if another attempt follows. */
export type AttemptOutcome =
  | { readonly response: ReceivedResponse; readonly failure?: undefined; readonly delayMs?: undefined }
  | { readonly failure: Failure; readonly delayMs?: number };

type MakeAttempt = (signal: AbortSignal) => Promise<AttemptOutcome>;

type Limit = "timeout" | "deadline";

/**
 * Makes attempts until no other follows, and returns the last outcome, or a failure if the call ends between two attempts. ky starts
 * them, waits between them, and limits their time. It never has the key, and needs neither method, headers nor body.
 *
 * @param makeAttempt - never rejects, and ends soon after its signal is aborted, whose reason is a `Failure`
 */
export async function runWithKy(call: PreparedCall, makeAttempt: MakeAttempt): Promise<AttemptOutcome> {
  const { request, settings } = call;
  const { signal, timeout } = settings;
  const remainingMs = remainingMsOf(call);
  const last = new LastAttempt(call, makeAttempt);
  const abort = () => last.abortCall(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  let thrown: unknown;
  try {
    await ky(request.url, {
      fetch: () => last.start(),
      // ky rejects a time that is too long for a timer.
      timeout: timeout > maxTimerMs ? false : timeout,
      ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
      ...(signal && { signal: last.callSignal }),
      retry: {
        // `decideRetry` counts the retries.
        limit: Number.MAX_SAFE_INTEGER,
        shouldRetry: async () => (await last.end())?.delayMs !== undefined,
        delay: () => last.delayMs,
      },
    });
  } catch (error) {
    thrown = error;
  } finally {
    // The signal may live longer than the call.
    signal?.removeEventListener("abort", abort);
  }
  const outcome = await last.end();
  const isFinal = outcome && outcome.delayMs === undefined;
  return isFinal ? outcome : { failure: explainFailureOfKy(thrown, call) };
}

// The attempt that ky has started last. ky sees it as a `fetch` that either returns a response or throws.
class LastAttempt {
  readonly #call: PreparedCall;
  readonly #makeAttempt: MakeAttempt;
  // Aborted when the caller aborts, whose own signal may be no signal of the platform.
  readonly #callController = new AbortController();
  // While the attempt runs: what aborts it, and the limit of time that it reaches first.
  #running: { readonly controller: AbortController; readonly limit: Limit } | undefined;
  #outcome: Promise<AttemptOutcome> | undefined;
  /** The delay after the attempt when it has ended. */
  delayMs = 0;

  constructor(call: PreparedCall, makeAttempt: MakeAttempt) {
    this.#call = call;
    this.#makeAttempt = makeAttempt;
  }

  get callSignal(): AbortSignal {
    return this.#callController.signal;
  }

  async start(): Promise<Response> {
    this.callSignal.throwIfAborted();
    // The signal of ky's `Request` isn't used: the edge runtime of Next.js doesn't abort it.
    const controller = new AbortController();
    const limit = this.#call.settings.timeout <= remainingMsOf(this.#call) ? "timeout" : "deadline";
    this.#running = { controller, limit };
    this.#outcome = this.#makeAttempt(controller.signal).finally(() => {
      this.#running = undefined;
    });
    const { failure } = await this.#outcome;
    if (failure) throw failure;
    // ky only needs to know that there is a response.
    return new Response();
  }

  /** Returns the outcome. If the attempt still runs, its time is over: ky doesn't wait for its end. */
  async end(): Promise<AttemptOutcome | undefined> {
    if (this.#running) this.#running.controller.abort(createTimeout(this.#call, this.#running.limit));
    const outcome = await this.#outcome;
    this.delayMs = outcome?.delayMs ?? 0;
    return outcome;
  }

  abortCall(cause: unknown): void {
    const failure = new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" });
    this.#callController.abort(failure);
    this.#running?.controller.abort(failure);
  }
}

// ky itself fails between two attempts, because the time of the call is over or the caller aborts it, or before the first one.
function explainFailureOfKy(thrown: unknown, call: PreparedCall): Failure {
  if (isTimeoutOfKy(thrown)) return createTimeout(call, "deadline");
  if (thrown instanceof Failure) return thrown;
  // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createTimeout({ settings }: PreparedCall, limit: Limit): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}
