import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Thrown if the service could not be reached, or the connection broke. Its `cause` is the error of `fetch`, without secrets. */
export class ConnectionError extends KnowledgeBaseError {
  override readonly name = "ConnectionError" as const;
  override readonly code = "connection" as const;

  /** @internal */
  constructor(problem: string, context: ErrorContext, cause: unknown) {
    const [, , host] = context.url?.split("/") ?? [];
    super(`${problem}. The service at ${host} could not be reached, or the connection broke.`, context, { cause });
  }
}
