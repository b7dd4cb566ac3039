import type { Operation } from "@knowledge-base/types";
import { findOperationProblems, formatProblems, isContractOperation, showName } from "@knowledge-base/types/internal";
import { throwConfigurationError, withErrorContext } from "./errors/deferred-error.ts";

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
  return withErrorContext({ task: `define ${nameOperation(operation)}` }, () => requireOperation(operation));
}

/** Returns the name of an operation that may be invalid, for messages. */
export function nameOperation(operation: unknown): string {
  const { id }: { readonly id?: unknown } = Object(operation);
  return typeof id === "string" && id !== "" ? `the operation ${showName(id)}` : "an operation";
}

const validOperations = new WeakSet<object>();

/**
 * Returns an operation that is part of the contract or was validated before, now or by {@link defineOperation}.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} if the operation is invalid
 */
export function requireOperation<Declared extends Operation>(operation: Declared): Declared {
  if (validOperations.has(operation) || isContractOperation(operation)) return operation;
  const problems = findOperationProblems(operation);
  if (problems.length > 0) throwConfigurationError(formatProblems(problems));
  validOperations.add(operation);
  return operation;
}
