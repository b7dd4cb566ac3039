import { StatusError, type StatusErrorInit } from "./status-error.ts";

/** A problem that the service found with the input. */
export interface BadRequestIssue {
  /** Field of the input, with the path below it, such as `items[0].name`; undefined if the message names none. */
  readonly field: string | undefined;
  /** The complete message of the service. */
  readonly message: string;
}

/** The fields of a {@link BadRequestError}. */
export interface BadRequestErrorInit extends StatusErrorInit {
  /** One item for each message of the error body. */
  readonly issues?: readonly BadRequestIssue[] | undefined;
}

/**
 * Thrown for 400: the service rejected the input.
 *
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError" as const;
  override readonly code = "bad_request" as const;

  /** One item for each message of the error body, at most 100 of them; empty if it has none. */
  readonly issues: readonly BadRequestIssue[];

  constructor(fields: BadRequestErrorInit) {
    super(fields);
    this.issues = fields.issues ?? [];
  }
}
