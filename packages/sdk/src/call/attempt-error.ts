import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorFields, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import type { Attempt } from "./attempt.ts";

/** Thrown inside the client by an attempt that has no complete response. */
export class AttemptError extends DeferredError {
  readonly code: NonNullable<Attempt["code"]>;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent: boolean;

  constructor(
    code: AttemptError["code"],
    isUnsent: boolean,
    problem: string,
    create: (fields: ErrorFields) => KnowledgeBaseError,
  ) {
    super(problem, create);
    this.code = code;
    this.isUnsent = isUnsent;
  }
}
