import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError as isTimeoutOfKy } from "ky";
import { Failure, joinMessages } from "../errors/failure.ts";
import { findRemainingMs } from "./retry-policy.ts";
import type { RunningCall } from "./send.ts";

/** What an attempt has led to: the success of the call, or its failure unless there is a delay before another attempt. */
export type Outcome<Result> =
  | { readonly isSuccessful: true; readonly result: Result }
  | { readonly isSuccessful: false; readonly failure: Failure; readonly delay?: number };

/**
 * Makes attempts until one has the result of the call. ky starts them, waits between them, and ends them at their time limits. It never
 * has the key, and needs neither method, headers nor body.
 *
 * @param attempt - never rejects, and ends soon after its signal is aborted, whose reason is a `Failure`
 */
export async function runWithKy<Result>(
  call: RunningCall,
  attempt: (signal: AbortSignal) => Promise<Outcome<Result>>,
): Promise<Result> {
  const { request, settings } = call;
  const { timeout, signal } = settings;
  // The signal of the caller may be no signal of the platform.
  const aborted = new AbortController();
  const abort = () => {
    const cause: unknown = signal?.reason;
    aborted.abort(new Failure("aborted", "the signal was aborted.", { cause, stopReason: "aborted" }));
  };
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);

  let last: Promise<Outcome<Result>> | undefined;
  let abortAttempt: (() => void) | undefined;
  const start = async (kySignal: AbortSignal) => {
    aborted.signal.throwIfAborted();
    const controller = new AbortController();
    const limit = timeout <= findRemainingMs(call) ? "timeout" : "deadline";
    abortAttempt = () => {
      controller.abort(aborted.signal.aborted ? aborted.signal.reason : createTimeout(call, limit));
    };
    kySignal.addEventListener("abort", abortAttempt);
    last = attempt(controller.signal);
    const outcome = await last;
    abortAttempt = undefined;
    if (!outcome.isSuccessful) throw outcome.failure;
    // ky only needs to know that there is one.
    return new Response();
  };
  // On the edge runtime of Next.js, the signal of a `Request` is not aborted.
  const endLast = () => {
    abortAttempt?.();
    return last;
  };

  let delay: number | undefined;
  const remainingMs = findRemainingMs(call);
  let thrown: unknown;
  try {
    await ky(request.url, {
      fetch: (sent) => start((sent as Request).signal),
      // ky rejects a time that is too long for a timer.
      timeout: timeout > maxTimerMs ? false : timeout,
      ...(remainingMs <= maxTimerMs && { totalTimeout: remainingMs }),
      ...(signal && { signal: aborted.signal }),
      retry: {
        // `decideRetry` counts the retries.
        limit: Number.MAX_SAFE_INTEGER,
        async shouldRetry() {
          const outcome = await endLast();
          delay = outcome?.isSuccessful ? undefined : outcome?.delay;
          return delay !== undefined;
        },
        delay: () => delay ?? 0,
      },
    });
  } catch (error) {
    thrown = error;
  } finally {
    // The signal may live longer than the call.
    signal?.removeEventListener("abort", abort);
  }
  const outcome = await endLast();
  if (outcome?.isSuccessful) return outcome.result;
  throw outcome && outcome.delay === undefined ? outcome.failure : explainFailureOfKy(thrown, call);
}

// ky itself fails between two attempts, because the time of the call is over or the caller aborts it, or before the first one.
function explainFailureOfKy(thrown: unknown, call: RunningCall): Failure {
  if (isTimeoutOfKy(thrown)) return createTimeout(call, "deadline");
  if (thrown instanceof Failure) return thrown;
  // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
  const problem = joinMessages(["this environment cannot create a Request", thrown]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
}

function createTimeout({ settings }: RunningCall, limit: "timeout" | "deadline"): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  return new Failure("timeout", problem, { limit, ...(limit === "deadline" && { stopReason: limit }) });
}
