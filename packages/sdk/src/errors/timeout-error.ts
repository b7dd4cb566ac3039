import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The limit that was reached: `timeout` of an attempt, or `deadline` of the call. */
export type TimeLimit = "timeout" | "deadline";

/** Thrown if the last attempt exceeded its timeout, or the call its deadline. */
export class TimeoutError extends KnowledgeBaseError {
  override readonly name = "TimeoutError" as const;
  override readonly code = "timeout" as const;

  /** Name of the option that sets the limit. */
  readonly limit: TimeLimit;

  /** @internal */
  constructor(limit: TimeLimit, milliseconds: number, context: ErrorContext) {
    super(`the ${limit} of ${milliseconds} ms has passed. Raise the option ${limit} to wait longer.`, context);
    this.limit = limit;
  }
}
