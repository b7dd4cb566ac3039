import { StatusError } from "./status-error.ts";

/**
 * Thrown for status 404: a record that the request names does not exist, or belongs to another organization.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "no-such-page" }).safe();
 * console.log(error instanceof NotFoundError && error.message); // Failed to archive a page: 404 Page not found.
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#notfounderror)
 * @see [Errors](../../../../docs/guides/errors.md)
 * @see Specification, section 7
 */
export class NotFoundError extends StatusError {
  override readonly name = "NotFoundError" as const;
  override readonly code = "not_found" as const;
}
