import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown if the caller aborts a call. Its `cause` is the reason of the signal.
 *
 * @example
 * ```ts
 * import { AbortError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const signal = AbortSignal.abort();
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }, { signal }).safe();
 * console.log(error instanceof AbortError, error?.code); // true aborted
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#aborterror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class AbortError extends KnowledgeBaseError {
  override readonly name = "AbortError" as const;
  override readonly code = "aborted" as const;
}
