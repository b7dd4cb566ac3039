import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The service answered with success, but not with what the specification promises. */
export class ResponseError extends KnowledgeBaseError {
  override readonly name = "ResponseError";
  override readonly code = "response";

  /** HTTP status of the answer. */
  readonly status: number;

  /** @internal */
  constructor(task: string, status: number, problem: string, options?: ErrorOptions) {
    super(`Failed to ${task}: the answer with status ${status} ${problem}.`, options);
    this.status = status;
  }
}
