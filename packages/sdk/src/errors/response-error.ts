import type { SchemaDrift } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** A successful response that is invalid. */
export interface InvalidResponse {
  /** HTTP status. */
  readonly status: number;
  /** The problem, as the end of a sentence. */
  readonly problem: string;
  /** The beginning of the body, if it is not JSON. */
  readonly rawBody?: string | undefined;
  /** The differences from the contract, if the body is JSON. */
  readonly issues?: readonly SchemaDrift[];
}

/**
 * Thrown if a response is successful, but does not have the body that the contract promises. Its `cause` is a `SyntaxError`
 * if the body is not JSON.
 */
export class ResponseError extends KnowledgeBaseError {
  override readonly name = "ResponseError" as const;
  override readonly code = "response" as const;

  /** HTTP status of the response. */
  readonly status: number;

  /** The first 4,096 characters of the body, if it is not JSON. */
  readonly rawBody: string | undefined;

  /** Every difference from the contract that the validation mode does not allow; empty if the body is not JSON. */
  readonly issues: readonly SchemaDrift[];

  /** @internal */
  constructor(
    { status, problem, rawBody, issues = [] }: InvalidResponse,
    context: ErrorContext,
    options?: ErrorOptions,
  ) {
    super(`the answer with status ${status} ${problem}.`, context, options);
    this.status = status;
    this.rawBody = rawBody;
    this.issues = issues;
  }
}
