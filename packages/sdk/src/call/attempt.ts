/** One attempt of a call. */
export interface Attempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** When it started, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly started: number;
  /** How long it took, in milliseconds. */
  readonly duration: number;
  /** HTTP status of the response, if there was one. */
  readonly status?: number;
  /**
   * Code of the error, if there was no complete response: the connection failed, the timeout passed, the signal was aborted, or the
   * function `apiKey` failed.
   */
  readonly code?: "connection" | "timeout" | "aborted" | "api_key";
  /** Delay before the next attempt, in milliseconds, if one was planned. */
  readonly delay?: number;
  /**
   * Source of the delay, if a next attempt was planned: the client's backoff, the `Retry-After` header, or none because the function
   * `apiKey` is called for another key.
   */
  readonly reason?: "backoff" | "retry_after" | "new_key";
}

/**
 * The reason why a failed attempt was not repeated:
 *
 * - `not_retryable`: its status is not one that is retried, or the function `apiKey` returned the rejected key again;
 * - `not_repeatable`: the operation is not idempotent, and the request may have had its effect;
 * - `retries_exhausted`: there were as many attempts as allowed;
 * - `deadline`: the deadline has passed, or would pass before the next attempt;
 * - `retry_after_beyond_deadline`: the service asks for a delay that ends after the deadline;
 * - `aborted`: the signal was aborted.
 */
export type StopReason =
  | "not_retryable"
  | "not_repeatable"
  | "retries_exhausted"
  | "deadline"
  | "retry_after_beyond_deadline"
  | "aborted";
