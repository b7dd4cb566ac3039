/** One attempt of a call. */
export interface Attempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** Start of the attempt, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly started: number;
  /** Duration of the attempt in milliseconds. */
  readonly duration: number;
  /** HTTP status of the response; absent if there was none. */
  readonly status?: number;
  /**
   * Reason why there was no complete response: the connection failed, the attempt timed out, the signal was aborted, or the function
   * `apiKey` failed. Absent if the response or a middleware decided.
   */
  readonly code?: "connection" | "timeout" | "aborted" | "api_key";
  /** Delay before the next attempt in milliseconds; absent if none was planned. */
  readonly delay?: number;
  /**
   * Reason for the delay: the backoff of the client, the `Retry-After` header, or a new key, which the function `apiKey` is asked for
   * without a delay. Absent if no further attempt was planned.
   */
  readonly reason?: "backoff" | "retry_after" | "new_key";
}

/** Reason why there was no further attempt. `KnowledgeBaseError.stopReason` describes the reasons. */
export type StopReason =
  | "not_retryable"
  | "not_repeatable"
  | "retries_exhausted"
  | "deadline"
  | "retry_after_beyond_deadline"
  | "aborted";
