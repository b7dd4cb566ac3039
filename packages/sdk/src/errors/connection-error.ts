import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Thrown if the service could not be reached, or the connection broke. Its `cause` is the error of `fetch`, without secrets. */
export class ConnectionError extends KnowledgeBaseError {
  override readonly name = "ConnectionError" as const;
  override readonly code = "connection" as const;
}
