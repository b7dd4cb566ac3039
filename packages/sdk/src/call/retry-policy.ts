import type { Idempotency } from "@knowledge-base/types";
import { parseDate } from "../options/clock.ts";
import type { Attempt, StopReason } from "./attempt.ts";

/** A failed attempt, and the limits of its call. */
export interface FailedAttempt {
  /** Number of the attempt, from 1, without those that only had a new key. */
  readonly number: number;
  readonly idempotency: Idempotency;
  /** HTTP status of the response; undefined if there was none, or its body broke. */
  readonly status: number | undefined;
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent: boolean;
  readonly retries: number;
  readonly remainingMs: number;
  readonly random: () => number;
}

/** The decision whether an attempt is repeated, and after which delay. */
export type RetryDecision =
  | { readonly retry: true; readonly delay: number; readonly reason: NonNullable<Attempt["reason"]> }
  | { readonly retry: false; readonly stopReason: StopReason };

const retryableStatuses = [408, 425, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * Decides whether a failed attempt is repeated. The delay is an exponential backoff with full jitter, or that of the service if it
 * is longer.
 */
export function decideRetry(failed: FailedAttempt): RetryDecision {
  const { number, idempotency, status, retryAfter = 0, isUnsent, retries, remainingMs, random } = failed;
  if (status !== undefined && !retryableStatuses.includes(status)) return stop("not_retryable");
  if (status === undefined && remainingMs <= 0) return stop("deadline");
  // With 425 and 429 the service states that it has not acted on the request.
  const hadNoEffect = isUnsent || status === 425 || status === 429;
  if (idempotency === "unsafe" && !hadNoEffect) return stop("not_repeatable");
  if (number > retries) return stop("retries_exhausted");
  if (retryAfter >= remainingMs) return stop("retry_after_beyond_deadline");
  const backoff = Math.round(random() * Math.min(firstDelayMs * 2 ** (number - 1), maxDelayMs));
  const delay = Math.max(backoff, retryAfter);
  if (delay >= remainingMs) return stop("deadline");
  return { retry: true, delay, reason: retryAfter > backoff ? "retry_after" : "backoff" };
}

function stop(stopReason: StopReason): RetryDecision {
  return { retry: false, stopReason };
}

/** Reads the `Retry-After` header, seconds or a date: milliseconds from now, or undefined if it is neither. */
export function readRetryAfter({ headers }: Response, nowMs: number): number | undefined {
  const header = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(header)) return Math.round(Number(header) * 1000);
  // Dates of HTTP begin with a day of the week. The platform would accept much else as a date.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(header)) return undefined;
  const delayMs = parseDate(header) - nowMs;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}
