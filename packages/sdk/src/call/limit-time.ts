import { maxTimerMs } from "@knowledge-base/internal";
import ky, { isTimeoutError } from "ky";
import { Failure, joinMessages } from "../errors/failure.ts";
import type { ReceivedResponse } from "./received-response.ts";

/**
 * Sends a request, and returns the response, or `timed_out` if it takes longer than the limit. Ky measures the time, even if `send`
 * never settles.
 *
 * @param send - throws only failures
 * @see [Decision 3](../../../../docs/decisions/0003-a-loop-makes-the-attempts.md)
 */
export async function limitTime(
  url: string,
  limitMs: number,
  send: () => Promise<ReceivedResponse>,
): Promise<ReceivedResponse | "timed_out"> {
  const { promise, resolve } = Promise.withResolvers<ReceivedResponse>();
  // Ky's `Request` isn't sent, because middleware and the caller's `fetch` get plain data. So ky gets neither the API key nor method,
  // headers and body, which would take a tenth of the time of a call.
  const sendForKy = async () => {
    const response = await send();
    resolve(response);
    return response.original as Response;
  };
  // Ky rejects a time that is too long for a timer.
  const timeout = limitMs > maxTimerMs ? false : limitMs;
  try {
    await ky(url, { fetch: sendForKy, timeout, retry: 0, throwHttpErrors: false });
    return await promise;
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    if (isTimeoutError(thrown)) return "timed_out";
    // The environment has no `Request`, or mixes the `Request` of Node with an `AbortSignal` of its own.
    const problem = joinMessages(["this environment cannot create a Request", thrown]);
    const advice = "If a test uses jsdom, give its file the environment node.";
    throw new Failure("configuration", `${problem}. ${advice}`, { cause: thrown });
  }
}
