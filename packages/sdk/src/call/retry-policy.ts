import { showValue } from "@knowledge-base/internal";
import { findStatusRule } from "../errors/error-table.ts";
import { type ErrorContext, type Failure, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { Attempt, StopReason } from "../errors/knowledge-base-error.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";
import type { RunningAttempt } from "./running-attempt.ts";

/** How long to wait before the next attempt, and why. */
export type Retry = Required<Pick<Attempt, "delay" | "reason">>;

const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * Decides whether a failed attempt is repeated: the first rule that applies decides. Throws the failure of the call if it isn't.
 *
 * @param context - the call with all of its attempts, the failed one included
 */
export function decideRetry(
  call: PreparedCall,
  { sentKey, response }: RunningAttempt,
  failure: Failure,
  context: ErrorContext,
): Retry {
  const { operation, settings } = call;
  const { attempts = [] } = context;
  const { code, details } = failure;
  const { status, retryAfter } = details;
  const stopFor = (reason?: StopReason) => failure.withStopReason(reason);
  if (code === "aborted") throw stopFor("aborted");
  if (details.stopReason) throw failure;

  const hasNoResponse = attemptCodeOf(failure) !== undefined;
  // A middleware has failed, or the response is too large: no attempt could succeed.
  if (!hasNoResponse && (status === undefined || code === "response")) throw stopFor();

  const renewals = attempts.filter(({ reason }) => reason === "new_key").length;
  const retried = attempts.length - 1 - renewals;
  const isKeyRenewable = response?.status === 401 && typeof settings.apiKey === "function" && renewals === 0;
  if (isKeyRenewable && remainingMsOf(call) > 0) return { delay: 0, reason: "new_key" };

  const callerDecision = askShouldRetry(call, failure, context, retried + 1);
  const { isRetryable = false, hadNoEffect = false } = findStatusRule(status);
  if (!(callerDecision ?? (hasNoResponse || isRetryable))) throw stopFor("not_retryable");
  const isUnsent = sentKey === undefined || (!response && details.unsent !== undefined);
  if (operation.idempotency === "unsafe" && !isUnsent && !hadNoEffect) throw stopFor("not_repeatable");
  if (retried >= settings.retries) throw stopFor("retries_exhausted");

  const remainingMs = remainingMsOf(call);
  if (retryAfter !== undefined && retryAfter >= remainingMs) throw stopFor("retry_after_beyond_deadline");
  // An exponential backoff with full jitter, or the delay that the service asks for if it is longer.
  const backoffMs = Math.round(askForFraction(settings.random) * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  const delayMs = Math.max(backoffMs, retryAfter ?? 0);
  if (delayMs >= remainingMs) throw stopFor("deadline");
  return { delay: delayMs, reason: delayMs > backoffMs ? "retry_after" : "backoff" };
}

function askForFraction(random: () => number): number {
  try {
    return random();
  } catch (thrown) {
    throw toFailure(thrown, "the function random");
  }
}

/**
 * Returns why an attempt has no complete response. A function `apiKey` that fails counts, because it may succeed later. Other mistakes of
 * the configuration are no attempts: they would fail in the same way again.
 */
export function attemptCodeOf({ code, details }: Failure): Attempt["code"] {
  if (code === "connection" || code === "timeout" || code === "aborted") return code;
  return details.unsent === "no_key" ? "api_key" : undefined;
}

// If the function throws, or doesn't return a decision, it decides nothing.
function askShouldRetry(
  { settings, secrets, observer }: PreparedCall,
  failure: Failure,
  context: ErrorContext,
  retryCount: number,
): boolean | undefined {
  // Called as a method, it would have the settings as `this`, and with them the key.
  const { shouldRetry } = settings;
  try {
    const decision: unknown = shouldRetry?.({ error: toKnowledgeBaseError(failure, context, secrets), retryCount });
    if (decision === undefined || typeof decision === "boolean") return decision;
    // Nobody else handles the rejection of a promise, which a program in JavaScript may return.
    if (decision instanceof Promise) decision.catch(() => {});
    const shown = decision instanceof Promise ? "a promise" : showValue(decision);
    throw new TypeError(`It must return true, false or undefined (got ${shown}).`);
  } catch (thrown) {
    observer.logFailure("shouldRetry", thrown);
    return undefined;
  }
}
