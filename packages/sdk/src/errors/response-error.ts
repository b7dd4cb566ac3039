import type { SchemaDrift } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** What is wrong with an answer of success. */
export interface WrongAnswer {
  /** HTTP status. */
  readonly status: number;
  /** What is wrong, as the end of a sentence. */
  readonly problem: string;
  /** The beginning of the body, where it is not JSON. */
  readonly rawBody?: string | undefined;
  /** Where it departs from the contract, if it is JSON. */
  readonly issues?: readonly SchemaDrift[];
}

/**
 * The service answered with success, but not with what the contract promises. Its `cause` is a `SyntaxError` where the
 * answer is not JSON.
 */
export class ResponseError extends KnowledgeBaseError {
  override readonly name = "ResponseError" as const;
  override readonly code = "response" as const;

  /** HTTP status of the answer. */
  readonly status: number;

  /** The first 4,096 characters of the body, where it is not JSON. */
  readonly rawBody: string | undefined;

  /** Every place in which the answer departs from the contract more than the mode allows; empty where it is not JSON. */
  readonly issues: readonly SchemaDrift[];

  /** @internal */
  constructor({ status, problem, rawBody, issues = [] }: WrongAnswer, context: ErrorContext, options?: ErrorOptions) {
    super(`the answer with status ${status} ${problem}.`, context, options);
    this.status = status;
    this.rawBody = rawBody;
    this.issues = issues;
  }
}
