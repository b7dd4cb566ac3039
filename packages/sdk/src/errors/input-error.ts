import { formatIssue, type ValidationIssue } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Thrown if the input of a call is invalid. Nothing was sent. */
export class InputError extends KnowledgeBaseError {
  override readonly name = "InputError" as const;
  override readonly code = "input" as const;

  /** One issue for each invalid field. */
  readonly issues: readonly ValidationIssue[];

  /** @internal */
  constructor(issues: readonly ValidationIssue[], context: ErrorContext) {
    super(`${issues.map((issue) => formatIssue(issue, "input")).join("; ")}. Nothing was sent.`, context);
    this.issues = issues;
  }
}
