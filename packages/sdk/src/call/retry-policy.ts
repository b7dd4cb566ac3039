import { showValue } from "@knowledge-base/internal/texts";
import { type ErrorContext, type Failure, toFailure, toKnowledgeBaseError } from "../errors/failure.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import { type PreparedCall, remainingMsOf } from "./prepared-call.ts";

type Retry = Required<Pick<Attempt, "delay" | "reason">>;

/**
 * Returns the delay before the next attempt and its reason. If there is none, throws the failure with the reason: the first rule that
 * applies decides.
 *
 * @param context - the call with all of its attempts, the failed one included
 */
export function planRetry(call: PreparedCall, failure: Failure, context: ErrorContext): Retry {
  const { operation, settings } = call;
  const { retry, hadNoEffect, retryAfter } = failure.details;
  if (retry === "never") throw failure;

  const { attempts = [] } = context;
  const renewals = attempts.filter(({ reason }) => reason === "new_key").length;
  const retried = attempts.length - 1 - renewals;
  const remainingMs = remainingMsOf(call);
  // A middleware may have replaced the response by another failure.
  const isKeyRejected = attempts.at(-1)?.status === 401 && typeof settings.apiKey === "function";
  if (isKeyRejected && renewals === 0 && remainingMs > 0) return { delay: 0, reason: "new_key" };

  const isAsked = askShouldRetry(call, failure, context, retried + 1) ?? retry === "yes";
  if (!isAsked) throw failure.withStopReason("not_retryable");
  if (operation.idempotency === "unsafe" && !hadNoEffect) throw failure.withStopReason("not_repeatable");
  if (retried >= settings.retries) throw failure.withStopReason("retries_exhausted");
  if (retryAfter !== undefined && retryAfter >= remainingMs)
    throw failure.withStopReason("retry_after_beyond_deadline");

  const backoffMs = findBackoffMs(settings.random, retried);
  const delayMs = Math.max(backoffMs, retryAfter ?? 0);
  if (delayMs >= remainingMs) throw failure.withStopReason("deadline");
  return { delay: delayMs, reason: delayMs > backoffMs ? "retry_after" : "backoff" };
}

const firstDelayMs = 500;
const maxDelayMs = 8000;

// An exponential backoff with full jitter.
function findBackoffMs(random: () => number, retried: number): number {
  try {
    return Math.round(random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  } catch (thrown) {
    throw toFailure(thrown, "the function random");
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
