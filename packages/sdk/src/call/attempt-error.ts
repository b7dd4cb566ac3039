import { DeferredError } from "../errors/deferred-error.ts";
import type { ErrorInit, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import type { Attempt } from "./attempt.ts";

/** Thrown inside the client by an attempt that has no complete response, although another attempt may have one. */
export class AttemptError<Fields extends ErrorInit = never> extends DeferredError<Fields> {
  readonly code: NonNullable<Attempt["code"]>;
  /** Whether the connection failed before the request could be sent. */
  readonly isUnsent: boolean;

  constructor(
    code: AttemptError["code"],
    problem: string,
    errorClass: new (fields: Fields) => KnowledgeBaseError,
    fields: Omit<Fields, "message">,
    isUnsent = false,
  ) {
    super(problem, errorClass, fields);
    this.code = code;
    this.isUnsent = isUnsent;
  }
}
