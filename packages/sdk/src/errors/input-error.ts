import type { ValidationIssue } from "@knowledge-base/types";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields of an {@link InputError}. */
export interface InputErrorInit extends ErrorInit {
  /** One issue for each invalid field. */
  readonly issues?: readonly ValidationIssue[] | undefined;
}

/** Thrown if the input of a call is invalid. Nothing was sent. */
export class InputError extends KnowledgeBaseError {
  override readonly name = "InputError" as const;
  override readonly code = "input" as const;

  /** One issue for each invalid field, at most 100 of them. */
  readonly issues: readonly ValidationIssue[];

  constructor(fields: InputErrorInit) {
    super(fields);
    this.issues = fields.issues ?? [];
  }
}
