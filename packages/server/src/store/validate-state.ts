import { formatPath, validate } from "@knowledge-base/types";
import { findIntegrityProblems, type StateDrafts, type StoredRecords } from "./find-integrity-problems.ts";
import { StateError, type StateProblem } from "./state-error.ts";
import { recordSchemas, type StateArrays } from "./state-schemas.ts";

const arrayNames = Object.keys(recordSchemas) as (keyof StateArrays)[];

/**
 * Validates a state that is to be added to a store: its schema, its references and its uniqueness.
 *
 * @throws {@link StateError} with every problem
 */
export function validateState(candidate: unknown, store: StoredRecords): StateArrays {
  const { version, ...arrays } = readEnvelope(candidate);
  // The schemas of the records are those of version 1 only.
  const problems = version === 1 ? [] : [{ path: "version", message: versionProblem(version) }];
  problems.push(...arrayProblems(arrays));
  if (version !== 1) throw new StateError(problems);

  // A misspelled array, or a value that is not an array, may contain any record: references to it are not reported.
  const absent = problems.length > 0 ? [{}] : [];
  const drafts = Object.fromEntries(
    arrayNames.map((name) => {
      const records = arrays[name];
      return [name, Array.isArray(records) ? readRecords(name, records, problems) : absent];
    }),
  ) as unknown as StateDrafts;
  problems.push(...findIntegrityProblems(drafts, store));
  if (problems.length > 0) throw new StateError(problems);
  return drafts as StateArrays;
}

function readEnvelope(candidate: unknown): Readonly<Record<string, unknown>> {
  if (typeof candidate === "object" && candidate !== null && !Array.isArray(candidate)) return { ...candidate };
  const message =
    typeof candidate === "function" ? "is a function: call it, and give what it returns" : "must be an object";
  throw new StateError([{ path: "state", message }]);
}

function versionProblem(version: unknown): string {
  return version === undefined ? 'is missing: write "version": 1' : "must be 1";
}

function arrayProblems(arrays: Readonly<Record<string, unknown>>): StateProblem[] {
  const problems: StateProblem[] = [];
  for (const [name, value] of Object.entries(arrays)) {
    if (!Object.hasOwn(recordSchemas, name)) {
      problems.push({ path: name, message: `is not a known array; known are ${arrayNames.join(", ")}` });
    } else if (value !== undefined && !Array.isArray(value)) {
      problems.push({ path: name, message: "must be an array" });
    }
  }
  return problems;
}

/** Reads the records of an array. Of a malformed record it returns the valid fields and reports the others. */
function readRecords(name: keyof StateArrays, records: readonly unknown[], problems: StateProblem[]): object[] {
  return Array.from(records, (record, index) => {
    const validation = validate(recordSchemas[name], record);
    if (validation.ok) return validation.value;
    for (const { path, message } of validation.issues) {
      problems.push({ path: formatPath([name, index, ...path]), message });
    }
    const invalidFields = new Set(validation.issues.map(({ path }) => path[0]));
    return Object.fromEntries(Object.entries(record ?? {}).filter(([field]) => !invalidFields.has(field)));
  });
}
