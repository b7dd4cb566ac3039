import { formatPath, validate } from "@knowledge-base/types";
import { findConflicts } from "./find-conflicts.ts";
import { StateError, type StateProblem } from "./state-error.ts";
import { type StateArrays, stateSchemas } from "./state-schemas.ts";
import type { Store } from "./store.ts";

const arrayNames = Object.keys(stateSchemas) as (keyof StateArrays)[];

/**
 * Checks a state that is to be added to a store: its form first, then what it refers to and what it repeats.
 *
 * @throws {@link StateError} with every problem found
 */
export function checkState(candidate: unknown, store: Store): StateArrays {
  const problems = envelopeProblems(candidate);
  if (problems.length > 0) throw new StateError(problems);

  const given = candidate as Readonly<Record<string, readonly unknown[] | undefined>>;
  const arrays = Object.fromEntries(
    arrayNames.map((name) => [name, readRecords(name, given[name] ?? [], problems)]),
  ) as unknown as StateArrays;
  if (problems.length === 0) problems.push(...findConflicts(arrays, store));
  if (problems.length > 0) throw new StateError(problems);
  return arrays;
}

function envelopeProblems(candidate: unknown): StateProblem[] {
  if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) {
    return [{ path: "state", message: "must be an object" }];
  }
  const { version, ...arrays } = candidate as Readonly<Record<string, unknown>>;
  const problems: StateProblem[] = [];
  if (version !== 1) problems.push({ path: "version", message: "must be 1" });
  for (const [name, value] of Object.entries(arrays)) {
    if (!Object.hasOwn(stateSchemas, name)) {
      problems.push({ path: name, message: `is not a known array; known are ${arrayNames.join(", ")}` });
    } else if (value !== undefined && !Array.isArray(value)) {
      problems.push({ path: name, message: "must be an array" });
    }
  }
  return problems;
}

function readRecords(name: keyof StateArrays, records: readonly unknown[], problems: StateProblem[]): unknown[] {
  return Array.from(records, (record, index) => {
    const validation = validate(stateSchemas[name], record);
    if (validation.ok) return validation.value;
    for (const { path, message } of validation.issues) {
      problems.push({ path: formatPath([name, index, ...path]), message });
    }
    return undefined;
  });
}
