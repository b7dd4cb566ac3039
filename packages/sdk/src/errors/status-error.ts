import type { ErrorBody } from "@knowledge-base/types";
import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** An answer with an error status. */
export interface FailedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The documented error body, or undefined where the answer had none. */
  readonly body: ErrorBody | undefined;
}

/** The service answered with an error status. */
export abstract class StatusError extends KnowledgeBaseError {
  /** HTTP status of the answer. */
  readonly status: number;

  /** The documented error body, or undefined where the answer had none. */
  readonly body: ErrorBody | undefined;

  /** @internal */
  constructor(task: string, { status, body }: FailedAnswer) {
    super(`Failed to ${task}: ${status} ${body?.message ?? "without the documented error body"}.`);
    this.status = status;
    this.body = body;
  }
}
