import type { Idempotency } from "@knowledge-base/types";
import { parseDate } from "../options/system.ts";
import type { Attempt, GaveUpBecause } from "./attempt.ts";

/** A failed attempt, and what is left of the call. */
export interface FailedAttempt {
  readonly number: number;
  readonly idempotency: Idempotency;
  /** HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Whether the request certainly never reached the service. */
  readonly unsent: boolean;
  readonly retries: number;
  readonly remainingMs: number;
  readonly random: () => number;
}

/** Whether an attempt is repeated, and when. */
export type Decision =
  | { readonly retry: true; readonly delay: number; readonly reason: NonNullable<Attempt["reason"]> }
  | { readonly retry: false; readonly because: GaveUpBecause };

const retryableStatuses = [408, 425, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const longestDelayMs = 8000;

/** Decides whether a failed attempt is repeated: with full jitter, or when the service asks for. */
export function decide(failed: FailedAttempt): Decision {
  const { number, idempotency, status, retryAfter, unsent, retries, remainingMs, random } = failed;
  if (status !== undefined && !retryableStatuses.includes(status)) return giveUp("not_retryable");
  if (status === undefined && remainingMs <= 0) return giveUp("deadline");
  // Too early and too many: the service says that it did not act on the request.
  const isHarmless = unsent || status === 425 || status === 429;
  if (idempotency === "unsafe" && !isHarmless) return giveUp("not_repeatable");
  if (number > retries) return giveUp("retries_exhausted");
  const delay = retryAfter ?? Math.round(random() * Math.min(firstDelayMs * 2 ** (number - 1), longestDelayMs));
  if (delay >= remainingMs) return giveUp(retryAfter === undefined ? "deadline" : "retry_after_beyond_deadline");
  return { retry: true, delay, reason: retryAfter === undefined ? "backoff" : "retry_after" };
}

function giveUp(because: GaveUpBecause): Decision {
  return { retry: false, because };
}

/** Reads the `Retry-After` header of an answer, seconds or a date: milliseconds from now, or undefined where it is neither. */
export function readRetryAfter({ headers }: Response, nowMs: number): number | undefined {
  const header = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(header)) return Math.round(Number(header) * 1000);
  // Without a day of the week it is no date of HTTP, whatever else the platform would take for one.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(header)) return undefined;
  const delayMs = parseDate(header) - nowMs;
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}
