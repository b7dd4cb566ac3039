import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The service could not be reached, or the connection broke. Its `cause` is what `fetch` rejected with. */
export class ConnectionError extends KnowledgeBaseError {
  override readonly name = "ConnectionError";
  override readonly code = "connection";

  /** @internal */
  constructor(task: string, cause: unknown) {
    super(`Failed to ${task}: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
}
