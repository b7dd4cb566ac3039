import type { ErrorContext } from "./knowledge-base-error.ts";
import { type ErrorResponse, StatusError } from "./status-error.ts";

/** A problem that the service found with the input. */
export interface BadRequestIssue {
  /** Field of the input, with the path below it, such as `items[0].name`; undefined if the message names none. */
  readonly field: string | undefined;
  /** The complete message of the service. */
  readonly message: string;
}

/**
 * Thrown for 400: the service rejected the input.
 *
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError" as const;
  override readonly code = "bad_request" as const;

  /** One item for each message of the error body; empty if it has none. */
  readonly issues: readonly BadRequestIssue[];

  /** @internal */
  constructor(response: ErrorResponse, context: ErrorContext) {
    super(response, context);
    const messages = [response.body?.body?.message].flat();
    this.issues = messages
      .filter((message) => typeof message === "string")
      .map((message) => ({ field: findField(message, response.fields), message }));
  }
}

/** Messages begin with the field: `notifyBriefs must be a boolean`, `items[0].name should not be empty`. */
function findField(message: string, fields: readonly string[]): string | undefined {
  const [subject = ""] = message.split(" ", 1);
  const [root = ""] = subject.split(/[.[]/, 1);
  return fields.includes(root) ? subject : undefined;
}
