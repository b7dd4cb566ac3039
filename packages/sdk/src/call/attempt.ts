/** One attempt of a call, in the order in which a reader asks. */
export interface Attempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** When it started, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly started: number;
  /** How long it took, in milliseconds. */
  readonly duration: number;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number;
  /** Code of the error, where there was no answer. */
  readonly code?: "connection" | "timeout" | "aborted";
  /** How long the client waited before the next attempt, in milliseconds, where there was one. */
  readonly delay?: number;
  /** Why the client waited as long as it did, where there was a next attempt. */
  readonly reason?: "backoff" | "retry_after";
}

/**
 * Why a failed attempt was the last one:
 *
 * - `not_retryable`: its outcome is final;
 * - `not_repeatable`: the operation has an effect each time, and this request may have had one;
 * - `retries_exhausted`: there were as many attempts as allowed;
 * - `deadline`: time is up, or would be before the next attempt;
 * - `retry_after_beyond_deadline`: the service asks for a wait that ends after the deadline;
 * - `aborted`: the caller aborted.
 */
export type GaveUpBecause =
  | "not_retryable"
  | "not_repeatable"
  | "retries_exhausted"
  | "deadline"
  | "retry_after_beyond_deadline"
  | "aborted";
