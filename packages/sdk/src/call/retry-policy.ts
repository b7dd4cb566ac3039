import type { Idempotency } from "@knowledge-base/types/internal";
import { findStatusRule } from "../errors/error-table.ts";
import type { Attempt, StopReason } from "./attempt.ts";

/** How an attempt has failed, and what decides whether it is repeated. Times are in milliseconds. */
export interface FailedAttempt {
  /** HTTP status, if there was a complete response. */
  readonly status: number | undefined;
  /** Reason why there was no complete response. */
  readonly code: Attempt["code"];
  /** Whether the request certainly never reached the service. */
  readonly isUnsent: boolean;
  /** Delay that the response asks for. */
  readonly retryAfter: number | undefined;
  readonly idempotency: Idempotency;
  /** Result of the function `shouldRetry`. */
  readonly wanted: boolean | undefined;
  /** Whether another key can be asked for. */
  readonly canRenewKey: boolean;
  /** Number of the retries that were made, without that for a new key, and their maximum. */
  readonly retried: number;
  readonly retries: number;
  readonly remainingMs: number;
  readonly random: () => number;
}

/** A failed attempt is repeated after a delay. */
export type Retry = Required<Pick<Attempt, "delay" | "reason">>;

const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * Decides whether a failed attempt is repeated: the first rule that applies. The delay is an exponential backoff with full jitter, or
 * that of the service if it is longer.
 */
export function decideRetry(failed: FailedAttempt): Retry | StopReason {
  const { status, code, wanted, retried, remainingMs, retryAfter } = failed;
  if (code === "aborted") return "aborted";
  if (status === 401 && failed.canRenewKey && remainingMs > 0) return { delay: 0, reason: "new_key" };
  const { isRetryable = false, hadNoEffect = false } = findStatusRule(status);
  if (!(wanted ?? (code !== undefined || isRetryable))) return "not_retryable";
  if (code && remainingMs <= 0) return "deadline";
  if (failed.idempotency === "unsafe" && !failed.isUnsent && !hadNoEffect) return "not_repeatable";
  if (retried >= failed.retries) return "retries_exhausted";
  if (retryAfter !== undefined && retryAfter >= remainingMs) return "retry_after_beyond_deadline";
  const backoff = Math.round(failed.random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  const delay = Math.max(backoff, retryAfter ?? 0);
  if (delay >= remainingMs) return "deadline";
  return { delay, reason: delay > backoff ? "retry_after" : "backoff" };
}
