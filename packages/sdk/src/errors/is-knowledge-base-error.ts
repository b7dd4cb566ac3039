import type { AnyKnowledgeBaseError } from "./any-knowledge-base-error.ts";
import { brand, type KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/**
 * Returns whether a value is an error of the client, optionally one with a certain code. Unlike `instanceof`, it works
 * across several copies of the package.
 *
 * @param value - Anything that was thrown.
 * @param code - Code of the error; any code if it is left out.
 */
export function isKnowledgeBaseError<Code extends KnowledgeBaseErrorCode = KnowledgeBaseErrorCode>(
  value: unknown,
  code?: Code,
): value is Extract<AnyKnowledgeBaseError, { readonly code: Code }> {
  return (
    typeof value === "object" &&
    value !== null &&
    brand in value &&
    (code === undefined || (value as { readonly code?: unknown }).code === code)
  );
}
