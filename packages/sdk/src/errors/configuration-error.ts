import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown if a client cannot be created or a call cannot be made with the given options. If a function among the options failed, its
 * error is the `cause`.
 *
 * @example
 * ```ts
 * import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * try {
 *   new KnowledgeBase({ baseUrl: "kb.example.com" });
 * } catch (error) {
 *   if (!(error instanceof ConfigurationError)) throw error;
 *   console.log(error.message); // Failed to create a client: baseUrl …
 * }
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#configurationerror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class ConfigurationError extends KnowledgeBaseError {
  override readonly name = "ConfigurationError" as const;
  override readonly code = "configuration" as const;
}
