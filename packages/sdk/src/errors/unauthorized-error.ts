import { StatusError } from "./status-error.ts";

/**
 * Thrown for status 401: the API key is missing or invalid.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, UnauthorizedError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "not-a-key" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof UnauthorizedError && error.status); // 401
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#unauthorizederror)
 * @see [Errors](../../../../docs/guides/errors.md)
 * @see Specification, section 7
 */
export class UnauthorizedError extends StatusError {
  override readonly name = "UnauthorizedError" as const;
  override readonly code = "unauthorized" as const;
}
