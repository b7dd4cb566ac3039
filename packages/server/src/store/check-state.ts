import { formatPath, validate } from "@knowledge-base/types";
import { findConflicts, type StateDrafts, type StoredRecords } from "./find-conflicts.ts";
import { StateError, type StateProblem } from "./state-error.ts";
import { type StateArrays, stateSchemas } from "./state-schemas.ts";

const arrayNames = Object.keys(stateSchemas) as (keyof StateArrays)[];

/**
 * Checks a state that is to be added to a store: its form, what it refers to and what it repeats.
 *
 * @throws {@link StateError} with every problem found
 */
export function checkState(candidate: unknown, store: StoredRecords): StateArrays {
  const { version, ...given } = readEnvelope(candidate);
  // Of another version it is not known what its records are.
  const problems = version === 1 ? [] : [{ path: "version", message: versionProblem(version) }];
  problems.push(...arrayProblems(given));
  if (version !== 1) throw new StateError(problems);

  // Where something is misnamed or no array, it may have held any record.
  const absent = problems.length > 0 ? [{}] : [];
  const drafts = Object.fromEntries(
    arrayNames.map((name) => {
      const records = given[name];
      return [name, Array.isArray(records) ? readRecords(name, records, problems) : absent];
    }),
  ) as unknown as StateDrafts;
  problems.push(...findConflicts(drafts, store));
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

function arrayProblems(given: Readonly<Record<string, unknown>>): StateProblem[] {
  const problems: StateProblem[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(stateSchemas, name)) {
      problems.push({ path: name, message: `is not a known array; known are ${arrayNames.join(", ")}` });
    } else if (value !== undefined && !Array.isArray(value)) {
      problems.push({ path: name, message: "must be an array" });
    }
  }
  return problems;
}

/** Reads the records of an array. Of a malformed one it gives the fields that are well-formed, and tells of the others. */
function readRecords(name: keyof StateArrays, records: readonly unknown[], problems: StateProblem[]): object[] {
  return Array.from(records, (record, index) => {
    const validation = validate(stateSchemas[name], record);
    if (validation.ok) return validation.value;
    for (const { path, message } of validation.issues) {
      problems.push({ path: formatPath([name, index, ...path]), message });
    }
    const malformed = new Set(validation.issues.map(({ path }) => path[0]));
    return Object.fromEntries(Object.entries(record ?? {}).filter(([field]) => !malformed.has(field)));
  });
}
