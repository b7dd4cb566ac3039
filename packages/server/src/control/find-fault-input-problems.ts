import { parseSync } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import type { JsonProblem } from "../json-value.ts";
import { findOperationFields } from "./operation-fields.ts";

/**
 * Returns the first problems of the input that a fault waits for: a request can never have an unknown field or one of another
 * type.
 */
export function findInputProblems(operationId: unknown, input: unknown): JsonProblem[] {
  if (typeof input !== "object" || input === null) return [];
  const { schemas, describeUnknown } = findOperationFields(operationId);
  // An unknown operation is a problem of its own.
  if (schemas.size === 0) return [];
  const problems: JsonProblem[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (problems.length === choices.listedProblems) break;
    if (value === undefined) continue;
    const issues = (schemas.get(name) ?? []).map((schema) => {
      const validation = parseSync(schema, value);
      return validation.ok ? undefined : (validation.issues[0]?.message ?? "is not valid");
    });
    const message = issues.length === 0 ? describeUnknown(name) : issues[0];
    // One of the operations accepts the value if an issue is undefined.
    if (message !== undefined && !issues.includes(undefined)) problems.push({ path: ["input", name], message });
  }
  return problems;
}
