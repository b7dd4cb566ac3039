import type { Operation } from "@knowledge-base/types";
import { findOperationProblems, formatProblems, parseWithDrift, validateAsync } from "@knowledge-base/types/internal";
import { type DefinedOperation, describeTask, type Parsing, parsingKey } from "./call/operation-metadata.ts";
import { throwConfigurationError, withErrorContext } from "./errors/deferred-error.ts";

/**
 * Declares an operation that the client has no method for, and validates the declaration. Pass the returned operation to
 * `KnowledgeBase.call`.
 *
 * Input and output are parsed by the schemas of the operation: their transforms, defaults and coercions apply, and asynchronous
 * schemas are awaited.
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
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared & DefinedOperation {
  withErrorContext({ task: describeTask(operation, "define") }, () => {
    const problems = findOperationProblems(operation);
    if (problems.length > 0) throwConfigurationError(formatProblems(problems));
  });
  return { ...operation, [parsingKey]: parsing };
}

const parsing: Parsing = {
  async parseParts({ query, body }, parts) {
    return {
      query: query && (await validateAsync(query, parts.query)),
      body: body && (await validateAsync(body, parts.body)),
    };
  },
  parseOutput: parseWithDrift,
};
