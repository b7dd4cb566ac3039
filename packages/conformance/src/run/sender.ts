import { readBytes } from "@knowledge-base/internal/bytes";
import { readRetryAfter } from "@knowledge-base/internal/retry-after";
import type { Redact } from "@knowledge-base/internal/secrets";
import { sleep } from "@knowledge-base/internal/sleep";
import { defaultTimeoutMs, type Target } from "../target/target.ts";
import { describeRequest, ObservedResponse, type SentRequest, unavailableStatuses } from "./observed-response.ts";
import { RunInterruptedError } from "./verdict.ts";

const maxTotalWaitMs = 600_000;

/**
 * Returns a function that sends a request, again and again while the service limits the rate of requests, and a read once more if its
 * response is lost. It sends a request that restores something even if the run was stopped. It rejects with
 *
 * - a {@link RunInterruptedError} if the run is stopped, or would have to wait too long;
 * - another error if the connection fails, or the response doesn't arrive in time.
 */
export function createSender(target: Target, stop: AbortSignal | undefined, redact: Redact) {
  const { timeout = defaultTimeoutMs } = target;
  let waitedMs = 0;

  return async (request: SentRequest, isRestoring = false): Promise<ObservedResponse> => {
    const signal = isRestoring ? undefined : stop;
    if (request.method !== "GET") return sendPatiently(request, signal);
    // A service may close an idle connection just when a request is sent, and a gateway may be busy for a moment.
    const response = await sendPatiently(request, signal).catch((error: unknown) => {
      if (error instanceof RunInterruptedError) throw error;
    });
    if (response && !unavailableStatuses.includes(response.status)) return response;
    await sleep(shortestDelayMs, signal);
    return sendPatiently(request, signal);
  };

  async function sendPatiently(request: SentRequest, signal: AbortSignal | undefined): Promise<ObservedResponse> {
    for (let attempt = 0; ; attempt += 1) {
      throwIfStopped(signal);
      const response = await sendOnce(request, signal);
      const delayMs = retryDelay(response, attempt);
      if (delayMs === undefined) return response;
      waitedMs += delayMs;
      if (waitedMs > maxTotalWaitMs) {
        const limit = `the run would have to wait longer than ${maxTotalWaitMs / 60_000} minutes in total`;
        throw new RunInterruptedError(`the service limits the rate of requests (${response.status}), and ${limit}`);
      }
      await sleep(delayMs, signal);
    }
  }

  async function sendOnce(request: SentRequest, signal: AbortSignal | undefined): Promise<ObservedResponse> {
    const { fetch = globalThis.fetch } = target;
    const { method, url, headers, body } = request;
    const timeoutSignal = AbortSignal.timeout(timeout);
    // The edge runtime of Next.js has no `AbortSignal.any`. So it's called only if the run can be stopped.
    const anySignal = signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal;
    try {
      // Redirects aren't followed: the key would be sent to another origin.
      const response = await fetch(url.href, { method, headers, body, redirect: "manual", signal: anySignal });
      return new ObservedResponse(response, await readBody(response), request, redact);
    } catch (error) {
      throwIfStopped(signal);
      const problem = `got no response: ${describeFetchError(error)}`;
      throw new Error(`${describeRequest(request)} ${problem}`, { cause: error });
    }
  }
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const reason: unknown = signal.reason;
  const isExplained = reason instanceof Error && reason.name !== "AbortError";
  throw new RunInterruptedError(`the run was stopped${isExplained ? `: ${reason.message}` : ""}`);
}

const shortestDelayMs = 250;
const maxBackoffMs = 30_000;

// Undefined if no rate limit caused the response: only a 429, or a 503 that says when to retry, is about a rate limit.
function retryDelay({ status, headers }: ObservedResponse, attempt: number): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const requested = readRetryAfter(status, headers);
  if (requested === undefined && status === 503) return undefined;
  return Math.max(requested ?? 0, Math.min(shortestDelayMs * 2 ** attempt, maxBackoffMs));
}

const maxBodyBytes = 64 * 1024 * 1024;

async function readBody({ body }: Response): Promise<string> {
  const { bytes, ended, error } = await readBytes(body, maxBodyBytes);
  if (ended === "failed") throw error;
  if (ended === "too_large") throw new Error("the body has more than 64 MiB");
  return new TextDecoder().decode(bytes);
}

// fetch itself only reports "fetch failed", and its cause why.
function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
