import type { Operation } from "@knowledge-base/types";
import { findStatusRule } from "../errors/error-table.ts";
import type { Failure } from "../errors/failure.ts";
import type { Attempt, StopReason } from "../errors/knowledge-base-error.ts";
import type { CallSettings } from "../options/settings.ts";

interface Situation {
  // Whether there was no complete response.
  readonly hasNoResponse: boolean;
  // Whether the request certainly never reached the service.
  readonly isUnsent: boolean;
  // What the function `shouldRetry` has returned.
  readonly callerDecision: boolean | undefined;
  // Whether the service has rejected the key, and another key can be asked for.
  readonly isKeyRenewable: boolean;
  // Number of the retries that were made, except for a new key.
  readonly retried: number;
  readonly remainingMs: number;
}

/** A failed attempt is repeated after a delay. */
export type Retry = Required<Pick<Attempt, "delay" | "reason">>;

const firstDelayMs = 500;
const maxDelayMs = 8_000;

/**
 * Decides whether a failed attempt is repeated: the first rule that applies. The delay is an exponential backoff with full jitter, or
 * the delay that the service asks for if it is longer.
 */
export function decideRetry(
  { details: { status, retryAfter } }: Failure,
  { idempotency }: Operation,
  { retries, random }: Pick<CallSettings, "retries" | "random">,
  { hasNoResponse, isUnsent, callerDecision, isKeyRenewable, retried, remainingMs }: Situation,
): Retry | StopReason {
  if (isKeyRenewable && remainingMs > 0) return { delay: 0, reason: "new_key" };
  const { isRetryable = false, hadNoEffect = false } = findStatusRule(status);
  if (!(callerDecision ?? (hasNoResponse || isRetryable))) return "not_retryable";
  if (idempotency === "unsafe" && !isUnsent && !hadNoEffect) return "not_repeatable";
  if (retried >= retries) return "retries_exhausted";
  if (retryAfter !== undefined && retryAfter >= remainingMs) return "retry_after_beyond_deadline";
  const backoff = Math.round(random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  const delay = Math.max(backoff, retryAfter ?? 0);
  if (delay >= remainingMs) return "deadline";
  return { delay, reason: delay > backoff ? "retry_after" : "backoff" };
}
