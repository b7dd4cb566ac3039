import type { Idempotency } from "@knowledge-base/types/internal";
import { type Clock, parseHttpDate } from "../options/clock.ts";
import type { Attempt, StopReason } from "./attempt.ts";

/** How an attempt has failed, and what decides whether it is repeated. Times are in milliseconds. */
export interface FailedOutcome {
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

const retryableStatuses: readonly unknown[] = [408, 425, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * Decides whether a failed attempt is repeated: the first rule that applies. The delay is an exponential backoff with full jitter, or
 * that of the service if it is longer.
 */
export function decideRetry(outcome: FailedOutcome): Retry | StopReason {
  const { status, code, wanted, retried, remainingMs, retryAfter } = outcome;
  if (code === "aborted") return "aborted";
  if (status === 401 && outcome.canRenewKey && remainingMs > 0) return { delay: 0, reason: "new_key" };
  const isRetryable = code !== undefined || retryableStatuses.includes(status);
  if (!(wanted ?? isRetryable)) return "not_retryable";
  if (code && remainingMs <= 0) return "deadline";
  // With 425 and 429 the service states that it has not acted on the request.
  const hadNoEffect = outcome.isUnsent || status === 425 || status === 429;
  if (outcome.idempotency === "unsafe" && !hadNoEffect) return "not_repeatable";
  if (retried >= outcome.retries) return "retries_exhausted";
  if (retryAfter !== undefined && retryAfter >= remainingMs) return "retry_after_beyond_deadline";
  const backoff = Math.round(outcome.random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  const delay = Math.max(backoff, retryAfter ?? 0);
  if (delay >= remainingMs) return "deadline";
  return { delay, reason: delay > backoff ? "retry_after" : "backoff" };
}

/**
 * Reads the delay that a response asks for, in milliseconds; undefined if it asks for none: the header `retry-after-ms`, or `retry-after`
 * with seconds or a date.
 */
export function readRetryAfter({ headers }: Response, clock: Clock): number | undefined {
  const milliseconds = headers.get("retry-after-ms") ?? "";
  if (number.test(milliseconds)) return limit(Number(milliseconds));
  const header = headers.get("retry-after") ?? "";
  if (number.test(header)) return limit(Number(header) * 1000);
  // Dates of HTTP begin with a day of the week. The platform would accept much else as a date.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(header)) return undefined;
  const delayMs = parseHttpDate(header) - clock.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}

const number = /^\d+(\.\d+)?$/;

function limit(milliseconds: number): number {
  return Math.min(Math.round(milliseconds), Number.MAX_SAFE_INTEGER);
}
