import { fieldsOf } from "@knowledge-base/internal/json";
import type { AnyKnowledgeBaseError } from "./error-table.ts";
import { brand, type KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/**
 * An error with this code.
 *
 * @inline
 */
type WithCode<Code> = {
  /** Code of the error. */
  readonly code: Code;
};

/**
 * Returns whether a value is an error of the client, optionally one with a certain code. Unlike `instanceof`, it also recognizes
 * errors of other copies of the package.
 *
 * @param value - anything that was thrown
 * @param code - code of the error. If omitted, any code.
 *
 * @example
 * ```ts
 * import { isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "no-such-page" }).safe();
 * console.log(isKnowledgeBaseError(error, "not_found")); // true
 * ```
 *
 * @see [Handle errors](../../../../docs/guides/handle-errors.md)
 */
export function isKnowledgeBaseError<Code extends KnowledgeBaseErrorCode = KnowledgeBaseErrorCode>(
  value: unknown,
  code?: Code,
): value is Extract<AnyKnowledgeBaseError, WithCode<Code>> {
  const error = fieldsOf(value);
  return brand in error && (code === undefined || error["code"] === code);
}
