import { parseRetryAfter } from "./parse-retry-after.ts";
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
