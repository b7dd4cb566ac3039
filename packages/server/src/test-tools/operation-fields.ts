import { pathParamNames, suggestName } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import type { Problems } from "../state/errors.ts";

/** The requests to look for: those of an operation, or with some fields. */
interface RequestTarget {
  readonly operation?: string | undefined;
  readonly input?: object | undefined;
}

/**
 * Adds a problem if there is no such operation, and one for each field that its requests cannot have: a request without a
 * misspelled field would prove nothing.
 *
 * @param operations - all operations of the server
 */
export function checkTarget(
  { operation: id, input = {} }: RequestTarget,
  operations: readonly Operation[],
  problems: Problems,
): void {
  const targets = operations.filter((operation) => id === undefined || operation.id === id);
  if (targets.length === 0) {
    const ids = operations.map((operation) => operation.id);
    problems.add(["operation"], `names no operation; ${suggestName(id ?? "", ids, "operation")}`);
    return;
  }
  const names = new Set(
    targets.flatMap(({ path, query, body }) => [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)]),
  );
  const owner = targets.length === 1 ? targets[0]?.id : "any operation";
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || names.has(name)) continue;
    problems.add(["input", name], () => `is not a field of ${owner}; ${suggestName(name, [...names], "field")}`);
  }
}
