import type { ReceivedResponse } from "./received-response.ts";

const shortestDelayMs = 250;
const longestBackoffMs = 30_000;

/**
 * Returns the milliseconds after which a request has to be sent again, or undefined if its response is not one of a rate
 * limit: a 429, or a 503 that says when to retry.
 *
 * @param attempt - number of the attempt, from 0; the delay grows with it if the response does not name one
 */
export function retryDelay({ status, headers }: ReceivedResponse, attempt: number): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const requested = parseRetryAfter(headers);
  if (requested === undefined && status === 503) return undefined;
  const backoff = Math.min(shortestDelayMs * 2 ** attempt, longestBackoffMs);
  return Math.max(requested ?? 0, backoff);
}

/** Parses a number of seconds or an HTTP date. A date is compared with that of the response, because clocks differ. */
function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return undefined;
  const now = Date.parse(headers.get("date") ?? "");
  return Math.max(0, date - (Number.isNaN(now) ? Date.now() : now));
}
