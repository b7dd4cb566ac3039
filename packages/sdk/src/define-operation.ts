import { defineOperation as define, type Operation } from "@knowledge-base/types";
import { findOperationProblems, formatProblems, parse, parseSync } from "@knowledge-base/types/internal";
import { describeTask, type OwnOperation, type Parsing, parsingKey } from "./call/callable-operation.ts";
import { throwConfigurationError, throwFrom, withErrorContext } from "./errors/deferred-error.ts";

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
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared & OwnOperation {
  const declared = { ...operation };
  withErrorContext({ task: describeTask(operation, "define") }, () => {
    const problems = findOperationProblems(Object(operation) === operation ? declared : operation);
    if (problems.length > 0) throwConfigurationError(formatProblems(problems));
  });
  return { ...define(declared), [parsingKey]: parsing };
}

const throwFromInput = /* @__PURE__ */ throwFrom("a schema of the input");

const parsing: Parsing = {
  parse(schema, value) {
    try {
      return parseSync(schema, value);
    } catch (thrown) {
      return throwFromInput(thrown);
    }
  },
  parseAsync: (schema, value) => parse(schema, value).catch(throwFromInput),
  async parseOutput(schema, value) {
    const result = await parse(schema, value).catch(throwFrom("the schema of the response"));
    if (result.ok) return { output: result.value, drift: [] };
    return { output: value, drift: result.issues.map((issue) => ({ ...issue, kind: "wrong_type" })) };
  },
};
