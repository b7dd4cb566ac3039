import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { Failure, joinMessages } from "../errors/failure.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";

/** How an attempt has ended: it succeeded, or it failed. After a failure, there's a delay if another attempt follows. */
export type AttemptOutcome =
  | { readonly response: ReceivedResponse; readonly failure?: undefined; readonly delayMs?: undefined }
  | { readonly failure: Failure; readonly delayMs?: number };

// Who calls whom:
//
// 1. ky calls `start` as its `fetch`, which makes an attempt. If it succeeds, `start` returns, and ky is done.
// 2. If it fails, `start` throws, and ky calls `shouldRetry`, which reads the outcome. Without a delay, no attempt follows.
// 3. With one, ky calls `delay`, waits, and calls `start` again.
// 4. If `start` takes longer than the option `timeout`, ky continues with `shouldRetry`, which first aborts the attempt: see `expire`.
// 5. If the deadline passes, ky rejects at once. Then `runWithKy` aborts the attempt, if one is running.
// 6. If the caller aborts, `abortCall` aborts the attempt, and ky rejects.

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
        shouldRetry: async () => {
          last.expire();
          return (await last.outcome)?.delayMs !== undefined;
        },
        delay: () => last.delayMs,
      },
    });
  } catch (error) {
    thrown = error;
  } finally {
    // The signal may live longer than the call.
    signal?.removeEventListener("abort", abort);
  }
  last.expire();
  const outcome = await last.outcome;
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
  /** Undefined before the first attempt. */
  outcome: Promise<AttemptOutcome> | undefined;
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
    this.outcome = this.#makeAttempt(controller.signal).then((outcome) => {
      this.#running = undefined;
      this.delayMs = outcome.delayMs ?? 0;
      return outcome;
    });
    const { failure } = await this.outcome;
    if (failure) throw failure;
    // ky only needs to know that there is a response.
    return new Response();
  }

  /** Aborts the attempt if it still runs: ky has gone on without its end only because its time is over. */
  expire(): void {
    if (this.#running) this.#running.controller.abort(createTimeout(this.#call, this.#running.limit));
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
