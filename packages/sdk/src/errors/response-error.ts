import type { SchemaDrift } from "@knowledge-base/types";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields of a {@link ResponseError}. */
export interface ResponseErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /** The beginning of the body, if it is not JSON. */
  readonly rawBody?: string | undefined;
  /** The differences from the contract, if the body is JSON. */
  readonly issues?: readonly SchemaDrift[] | undefined;
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

  /**
   * The differences from the contract that the validation mode does not allow, at most 100 of them; empty if the body is not JSON.
   */
  readonly issues: readonly SchemaDrift[];

  constructor(fields: ResponseErrorInit) {
    super(fields);
    this.status = fields.status;
    this.rawBody = fields.rawBody;
    this.issues = fields.issues ?? [];
  }
}
