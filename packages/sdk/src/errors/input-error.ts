import type { ValidationIssue } from "@knowledge-base/types/internal";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields from which an {@link InputError} is created. */
export interface InputErrorInit extends ErrorInit {
  /**
   * One issue for each invalid field.
   *
   * @default []
   */
  readonly issues?: readonly ValidationIssue[] | undefined;
}

/**
 * Thrown if the input of a call is invalid. Nothing was sent.
 *
 * @example
 * ```ts
 * import { InputError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.promptIndex.get({ brainId: "" }).safe();
 * console.log(error instanceof InputError && error.issues); // [ { path: [ 'brainId' ], message: 'must not be empty' } ]
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#inputerror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class InputError extends KnowledgeBaseError {
  override readonly name = "InputError" as const;
  override readonly code = "input" as const;

  /** One issue for each invalid field, at most 100. */
  readonly issues: readonly ValidationIssue[];

  constructor(fields: InputErrorInit) {
    super(fields);
    this.issues = fields.issues ?? [];
  }
}
