/** What tells one kind of error from another. It is a literal in each class, so that it narrows the error's type. */
export type KnowledgeBaseErrorCode =
  | "bad_request"
  | "unauthorized"
  | "not_found"
  | "api_error"
  | "connection"
  | "response"
  | "input"
  | "configuration";

/** Every error that the client throws. */
export abstract class KnowledgeBaseError extends Error {
  /** What kind of error it is. */
  abstract readonly code: KnowledgeBaseErrorCode;
}
