import type { ErrorContext } from "./knowledge-base-error.ts";
import { type FailedAnswer, StatusError } from "./status-error.ts";

/** What the service finds wrong with the input. */
export interface BadRequestIssue {
  /** The field of the input, with a path behind it where it has one; undefined where the message names none. */
  readonly field: string | undefined;
  /** The message of the service, whole. */
  readonly message: string;
}

/**
 * 400: the service refused the input.
 *
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError" as const;
  override readonly code = "bad_request" as const;

  /** What is wrong, message by message, as far as the error body says; empty where it does not. */
  readonly issues: readonly BadRequestIssue[];

  /** @internal */
  constructor(answer: FailedAnswer, context: ErrorContext) {
    super(answer, context);
    const messages = [answer.body?.body?.message].flat();
    this.issues = messages
      .filter((message) => typeof message === "string")
      .map((message) => ({ field: fieldOf(message, answer.fields), message }));
  }
}

/** A message names its field first: `notifyBriefs must be a boolean`, `items[0].name should not be empty`. */
function fieldOf(message: string, fields: readonly string[]): string | undefined {
  const [subject = ""] = message.split(" ", 1);
  const [root = ""] = subject.split(/[.[]/, 1);
  return fields.includes(root) ? subject : undefined;
}
