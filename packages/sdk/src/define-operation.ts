import type { Operation } from "@knowledge-base/types";
import { showName } from "@knowledge-base/types/internal";
import { getOperationMetadata } from "./call/operation-metadata.ts";
import { withErrorContext } from "./errors/deferred-error.ts";

/**
 * Declares an operation that the client has no method for, keeps its exact type, and validates it. Pass it to
 * `KnowledgeBase.call`.
 *
 * @throws {@link ConfigurationError} if a part of the declaration is missing, unknown or invalid
 *
 * @example
 * ```ts
 * import { defineOperation } from "@knowledge-base/sdk";
 * import * as z from "zod";
 *
 * const getBrain = defineOperation({
 *   id: "brains.get",
 *   summary: "Get a brain",
 *   method: "GET",
 *   path: "/v1/brains/{brainId}",
 *   success: { status: 200, schema: z.object({ id: z.string(), name: z.string() }) },
 *   errors: [401, 404],
 *   idempotency: "safe",
 * });
 * ```
 */
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared {
  withErrorContext({ task: `define ${nameOperation(operation)}` }, () => getOperationMetadata(operation));
  return operation;
}

/** Returns the name of an operation that may be invalid, for messages. */
export function nameOperation(operation: unknown): string {
  const { id }: { readonly id?: unknown } = Object(operation);
  return typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation";
}
