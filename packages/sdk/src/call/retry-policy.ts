import type { Idempotency } from "@knowledge-base/types/internal";
import type { Clock } from "../options/clock.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt, StopReason } from "./attempt.ts";
import { parseHttpDate } from "./parse-http-date.ts";

/** What decides, besides the attempts, whether an attempt is repeated. */
export interface RetryConditions {
  readonly idempotency: Idempotency;
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent: boolean;
  readonly remainingMs: number;
}

/** A failed attempt is repeated after a delay. */
export type Retry = Required<Pick<Attempt, "delay" | "reason">>;

const retryableStatuses: readonly unknown[] = [408, 425, 429, 500, 502, 503, 504];

const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * Decides whether a failed attempt is repeated. The delay is an exponential backoff with full jitter, or that of the service if it
 * is longer.
 *
 * @param attempts - All attempts; the last one has failed.
 */
export function decideRetry(
  attempts: readonly Attempt[],
  { apiKey, retries, random }: CallSettings,
  { idempotency, retryAfter = 0, isUnsent, remainingMs }: RetryConditions,
): Retry | StopReason {
  const { code, status }: Partial<Attempt> = attempts.at(-1) ?? {};
  const renewed = attempts.filter(({ reason }) => reason === "new_key").length;
  const retried = attempts.length - 1 - renewed;
  if (code === "aborted") return "aborted";
  if (status === 401 && typeof apiKey === "function" && renewed === 0 && remainingMs > 0) {
    return { delay: 0, reason: "new_key" };
  }
  if (!code && !retryableStatuses.includes(status)) return "not_retryable";
  if (code && remainingMs <= 0) return "deadline";
  // With 425 and 429 the service states that it has not acted on the request.
  const hadNoEffect = isUnsent || status === 425 || status === 429;
  if (idempotency === "unsafe" && !hadNoEffect) return "not_repeatable";
  if (retried >= retries) return "retries_exhausted";
  if (retryAfter >= remainingMs) return "retry_after_beyond_deadline";
  const backoff = Math.round(random() * Math.min(firstDelayMs * 2 ** retried, maxDelayMs));
  const delay = Math.max(backoff, retryAfter);
  if (delay >= remainingMs) return "deadline";
  return { delay, reason: retryAfter > backoff ? "retry_after" : "backoff" };
}

/** Reads the `Retry-After` header, seconds or a date: milliseconds from now, or undefined if it is neither. */
export function readRetryAfter({ headers }: Response, clock: Clock): number | undefined {
  const header = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(header)) return Math.min(Math.round(Number(header) * 1000), Number.MAX_SAFE_INTEGER);
  // Dates of HTTP begin with a day of the week. The platform would accept much else as a date.
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(header)) return undefined;
  const delayMs = parseHttpDate(header) - clock.now();
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs);
}
