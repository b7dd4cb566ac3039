import type { Operation } from "@knowledge-base/types";
import { findOperationProblems, formatProblems } from "@knowledge-base/types/internal";
import { withErrorContext } from "./errors/create-error.ts";
import { throwConfigurationError } from "./errors/problem.ts";

const mark = /* @__PURE__ */ Symbol.for("@knowledge-base/types/own-operation");

/**
 * Declares a custom operation: one for which the client has no method. Pass the returned operation to `KnowledgeBase.call`.
 *
 * The schemas of the operation parse its input and its output: transforms, defaults and coercions apply, and asynchronous schemas
 * are awaited.
 *
 * @throws {@link ConfigurationError} if a field of the declaration is missing, unknown or invalid
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
 *
 * @see [Calling the service](../../../docs/guides/calling-the-service.md)
 */
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared {
  withErrorContext({ task: "define an operation" }, () => {
    const problems = findOperationProblems(operation);
    if (problems.length > 0) throwConfigurationError(formatProblems(problems));
  });
  return Object.defineProperty({ ...operation }, mark, { value: true });
}

export function isDefined(operation: unknown): boolean {
  return Object.hasOwn(Object(operation), mark);
}
