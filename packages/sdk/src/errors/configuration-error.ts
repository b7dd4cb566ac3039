import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown if a client cannot be created or a call cannot be made with the given options. If a function among the options
 * failed, its error is the `cause`.
 */
export class ConfigurationError extends KnowledgeBaseError {
  override readonly name = "ConfigurationError" as const;
  override readonly code = "configuration" as const;
}
