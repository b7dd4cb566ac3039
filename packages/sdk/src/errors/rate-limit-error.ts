import { StatusError } from "./status-error.ts";

/** Thrown for 429: too many requests. */
export class RateLimitError extends StatusError {
  override readonly name = "RateLimitError" as const;
  override readonly code = "rate_limit" as const;
}
