import { showValue } from "@knowledge-base/internal/texts";
import { findStatusRule } from "../errors/error-table.ts";
import { type ErrorContext, Failure, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { Attempt, StopReason } from "../errors/knowledge-base-error.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import type { FailedAttempt } from "./running-attempt.ts";

// What follows a failed attempt: another one after a delay, or the end of the call with a failure.
type Decision =
  | { readonly retry: Required<Pick<Attempt, "delay" | "reason">>; readonly stop?: undefined }
  | { readonly retry?: undefined; readonly stop: Failure };

/**
 * Decides what follows a failed attempt: the first rule that applies decides.
 *
 * @param context - the call with all of its attempts, the failed one included
 */
export function decideRetry(call: PreparedCall, failed: FailedAttempt, context: ErrorContext): Decision {
  const { operation, settings } = call;
  const { failure, response } = failed;
  const { code, details } = failure;
  const stop = (reason?: StopReason): Decision => ({ stop: failure.withStopReason(reason) });
  const { attempts = [] } = context;
  const renewals = attempts.filter(({ reason }) => reason === "new_key").length;
  const retried = attempts.length - 1 - renewals;
  const remainingMs = remainingMsOf(call);

  if (code === "aborted") return stop("aborted");
  if (details.stopReason) return stop(details.stopReason);
  if (isHopeless(failure)) return stop();

  const isKeyRejected = response?.status === 401 && typeof settings.apiKey === "function";
  if (isKeyRejected && renewals === 0 && remainingMs > 0) return { retry: { delay: 0, reason: "new_key" } };

  const decision = askShouldRetry(call, failure, context, retried + 1);
  if (!(decision ?? mayPass(failure))) return stop("not_retryable");
  if (operation.idempotency === "unsafe" && mayBeExecuted(failed)) return stop("not_repeatable");
  if (retried >= settings.retries) return stop("retries_exhausted");

  const { retryAfter } = details;
  if (retryAfter !== undefined && retryAfter >= remainingMs) return stop("retry_after_beyond_deadline");
  const backoffMs = findBackoffMs(settings.random, retried);
  if (backoffMs instanceof Failure) return { stop: backoffMs };
  const delayMs = Math.max(backoffMs, retryAfter ?? 0);
  if (delayMs >= remainingMs) return stop("deadline");
  return { retry: { delay: delayMs, reason: delayMs > backoffMs ? "retry_after" : "backoff" } };
}

/**
 * Returns why an attempt has no complete response. A function `apiKey` that fails counts, because it may succeed later. Other mistakes of
 * the configuration are no attempts: they would fail in the same way again.
 */
export function attemptCodeOf({ code, details }: Failure): Attempt["code"] {
  if (code === "connection" || code === "timeout" || code === "aborted") return code;
  return details.unsent === "no_key" ? "api_key" : undefined;
}

// Whether no attempt could succeed.
function isHopeless(failure: Failure): boolean {
  const isTooLarge = failure.code === "response";
  // Such as a middleware that fails: the attempt has neither a status, nor a reason that may pass.
  const isMistake = failure.details.status === undefined && attemptCodeOf(failure) === undefined;
  return isTooLarge || isMistake;
}

// Whether another attempt may succeed.
function mayPass(failure: Failure): boolean {
  return attemptCodeOf(failure) !== undefined || findStatusRule(failure.details.status).isRetryable === true;
}

// Whether the service may have acted on the request.
function mayBeExecuted({ key, response, failure }: FailedAttempt): boolean {
  const { unsent, status } = failure.details;
  const isUnsent = key === undefined || (!response && unsent !== undefined);
  return !isUnsent && !findStatusRule(status).hadNoEffect;
}

const firstDelayMs = 500;
const maxDelayMs = 8000;

// An exponential backoff with full jitter, or the failure of the caller's function.
function findBackoffMs(random: () => number, retried: number): number | Failure {
  try {
    return Math.round(random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  } catch (thrown) {
    return toFailure(thrown, "the function random");
  }
}

// If the function throws, or doesn't return a decision, it decides nothing.
function askShouldRetry(
  call: PreparedCall,
  failure: Failure,
  context: ErrorContext,
  retryCount: number,
): boolean | undefined {
  const { shouldRetry } = call.settings;
  if (!shouldRetry) return undefined;
  try {
    const error = toKnowledgeBaseError(failure, context, call.secrets);
    const decision: unknown = shouldRetry({ error, retryCount });
    if (decision === undefined || typeof decision === "boolean") return decision;
    // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
    if (decision instanceof Promise) decision.catch(() => {});
    const shown = decision instanceof Promise ? "a promise" : showValue(decision);
    throw new TypeError(`It must return true, false or undefined (got ${shown}).`);
  } catch (thrown) {
    call.reporter.reportFailure("shouldRetry", thrown);
    return undefined;
  }
}
