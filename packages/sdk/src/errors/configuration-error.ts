import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * The client cannot be made, or cannot call, with the options that it was given, or a function among them failed; that
 * one's error is the `cause` then.
 */
export class ConfigurationError extends KnowledgeBaseError {
  override readonly name = "ConfigurationError" as const;
  override readonly code = "configuration" as const;
}
