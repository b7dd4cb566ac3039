import type { ErrorContext } from "./knowledge-base-error.ts";
import { type FailedAnswer, StatusError } from "./status-error.ts";

/** 429: too many requests. */
export class RateLimitError extends StatusError {
  override readonly name = "RateLimitError" as const;
  override readonly code = "rate_limit" as const;

  /** How long the service asks to wait, in milliseconds; undefined where it does not say. */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor(answer: FailedAnswer, context: ErrorContext) {
    super(answer, context);
    this.retryAfter = answer.retryAfter;
  }
}
