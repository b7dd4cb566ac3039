import { StatusError, type StatusErrorInit } from "./status-error.ts";

/** A problem that the service found with the input. */
export interface BadRequestIssue {
  /** Field of the input with its path, such as `items[0].name`; undefined if the message names no field. */
  readonly field: string | undefined;
  /** The complete message of the service. */
  readonly message: string;
}

/** The fields from which a {@link BadRequestError} is created. */
export interface BadRequestErrorInit extends StatusErrorInit {
  /**
   * One item for each message of the error body.
   *
   * @default []
   */
  readonly issues?: readonly BadRequestIssue[] | undefined;
}

/**
 * Thrown for status 400: the service rejected the input.
 *
 * @example
 * ```ts
 * import { BadRequestError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations", limit: 100_000 }).safe();
 * console.log(error instanceof BadRequestError && error.issues[0]?.message); // limit must be from 1 to 500
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#badrequesterror)
 * @see [Errors](../../../../docs/guides/errors.md)
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError" as const;
  override readonly code = "bad_request" as const;

  /** One item for each message of the error body, at most 100; empty if there is none. */
  readonly issues: readonly BadRequestIssue[];

  constructor(fields: BadRequestErrorInit) {
    super(fields);
    this.issues = fields.issues ?? [];
  }
}
