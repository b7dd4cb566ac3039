import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Which of the two limits of time was reached: that of an attempt, or that of the call. */
export type TimeLimit = "timeout" | "deadline";

/** The last attempt took longer than it may, or the whole call did. */
export class TimeoutError extends KnowledgeBaseError {
  override readonly name = "TimeoutError" as const;
  override readonly code = "timeout" as const;

  /** Name of the option that set the limit. */
  readonly limit: TimeLimit;

  /** @internal */
  constructor(limit: TimeLimit, milliseconds: number, context: ErrorContext) {
    super(`the ${limit} of ${milliseconds} ms has passed. Raise the option ${limit} to wait longer.`, context);
    this.limit = limit;
  }
}
