import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The client cannot be made, or cannot call, with the options that it was given. Nothing was sent. */
export class ConfigurationError extends KnowledgeBaseError {
  override readonly name = "ConfigurationError";
  override readonly code = "configuration";
}
