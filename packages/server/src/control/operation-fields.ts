import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { pathParamNames, suggestName } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { Problems } from "../records/errors.ts";

/** The ids of all operations. */
export const operationIds = Object.keys(contract) as readonly OperationId[];

/** Schema of the id of an operation. */
export const operationIdSchema = z.custom<OperationId>((value) => operationIds.some((id) => id === value), {
  error: ({ input }) => `must be one of ${operationIds.join(", ")}${quoteId(input)}`,
});

/** Quotes a value only if it looks like an id: anything else may be an API key. */
function quoteId(value: unknown): string {
  return typeof value === "string" && /^[a-z]+\.[a-z]+$/i.test(value) ? `, not "${value}"` : "";
}

const operations: readonly Operation[] = Object.values(contract);

/**
 * Adds a problem for each field that an input cannot have: a request without a misspelled field would prove nothing.
 *
 * @param operationId - the operation, or undefined for all of them
 */
export function checkFieldNames(operationId: OperationId | undefined, input: object, problems: Problems): void {
  const targets = operations.filter(({ id }) => operationId === undefined || id === operationId);
  const names = new Set(
    targets.flatMap(({ path, query, body }) => [
      ...pathParamNames(path),
      ...Object.keys(query?._zod.def.shape ?? {}),
      ...Object.keys(body?._zod.def.shape ?? {}),
    ]),
  );
  const owner = targets.length === 1 ? targets[0]?.id : "any operation";
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || names.has(name)) continue;
    problems.add(["input", name], () => `is not a field of ${owner}; ${suggestName(name, [...names], "field")}`);
  }
}
