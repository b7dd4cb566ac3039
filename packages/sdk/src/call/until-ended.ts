import { maxTimerMs } from "@knowledge-base/internal/sleep";
import ky, { isTimeoutError } from "ky";
import { Failure, joinMessages, toFailure } from "../errors/failure.ts";
import { createAbortFailure, type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import type { ReceivedResponse } from "./received-response.ts";

/**
 * Returns the response of an attempt, or throws the first failure: `send` fails, the time is over, or the caller aborts. The last two end
 * an attempt even if `send` never settles. Ky limits the time, because the client must be built on ky: decision 3.
 *
 * @param controller - aborted with the failure when the time is over or the caller aborts
 * @see [Decision 3](../../../../docs/decisions/0003-a-loop-makes-the-attempts.md)
 */
export async function untilEnded(
  call: PreparedCall,
  controller: AbortController,
  send: () => Promise<ReceivedResponse>,
  createTimeoutFailure: (limit: "timeout" | "deadline") => Failure,
): Promise<ReceivedResponse> {
  const { signal, timeout } = call.settings;
  const remainingMs = remainingMsOf(call);
  const limitMs = Math.min(timeout, remainingMs);
  const { promise: ended, resolve, reject } = Promise.withResolvers<ReceivedResponse>();
  const end = (failure: Failure) => {
    controller.abort(failure);
    reject(failure);
  };
  // The caller's signal may be no signal of the platform.
  const abort = () => end(createAbortFailure(signal));
  // Ky's `Request` isn't sent, because middleware and the caller's `fetch` get plain data. So ky gets neither the API key nor method,
  // headers and body, which would take a tenth of the time of a call.
  const sendForKy = async () => {
    if (!controller.signal.aborted) send().then(resolve, (thrown) => reject(toFailure(thrown, "the attempt")));
    const { original } = await ended;
    return original as Response;
  };
  // Ky rejects a time that is too long for a timer.
  const kyTimeout = limitMs > maxTimerMs ? false : limitMs;
  signal?.addEventListener("abort", abort);
  try {
    await ky(call.request.url, { fetch: sendForKy, timeout: kyTimeout, retry: 0, throwHttpErrors: false });
  } catch (thrown) {
    if (isTimeoutError(thrown)) end(createTimeoutFailure(timeout <= remainingMs ? "timeout" : "deadline"));
    else if (!(thrown instanceof Failure)) reject(createRequestFailure(thrown));
  } finally {
    // The caller's signal may live longer than the call.
    signal?.removeEventListener("abort", abort);
  }
  return ended;
}

// The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
function createRequestFailure(cause: unknown): Failure {
  const problem = joinMessages(["this environment cannot create a Request", cause]);
  const advice = "If a test uses jsdom, give its file the environment node.";
  return new Failure("configuration", `${problem}. ${advice}`, { cause });
}
