import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Thrown if the caller aborts a call. Its `cause` is the reason of the caller's signal. */
export class AbortError extends KnowledgeBaseError {
  override readonly name = "AbortError" as const;
  override readonly code = "aborted" as const;
}
