import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * The limit that was reached: `timeout` of an attempt, `deadline` of the call, or a limit of the `fetch` function itself, such as the
 * 300 seconds that Node waits for the headers of a response.
 */
export type TimeLimit = "timeout" | "deadline" | "fetch";

/** The fields of a {@link TimeoutError}. */
export interface TimeoutErrorInit extends ErrorInit {
  /** The limit that was reached. */
  readonly limit: TimeLimit;
}

/** Thrown if the last attempt exceeded its timeout, or the call its deadline. */
export class TimeoutError extends KnowledgeBaseError {
  override readonly name = "TimeoutError" as const;
  override readonly code = "timeout" as const;

  /** The limit that was reached: the name of the option that sets it, or `fetch`. */
  readonly limit: TimeLimit;

  constructor(fields: TimeoutErrorInit) {
    super(fields);
    this.limit = fields.limit;
  }
}
