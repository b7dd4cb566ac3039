import { type ObjectSchema, parseSync, suggestName } from "@knowledge-base/types/internal";
import { cutLongLists } from "../cut-long-lists.ts";
import { describeUnknownFields } from "../describe-unknown-fields.ts";
import { addIntegrityProblems, type StateDrafts } from "./add-integrity-problems.ts";
import { createStateDefaultsContext } from "./defaults-context.ts";
import { type Fields, isFields } from "./fields.ts";
import { ProblemList } from "./problem-list.ts";
import { completeUnvalidated, type DefaultsContext, hasDefault } from "./record-defaults.ts";
import { StateError } from "./state-error.ts";
import type { StoredRecords } from "./state-index.ts";
import { arrayNames, recordSchemas, type StateArrays } from "./state-schemas.ts";

/**
 * Validates a state that is to be added to a store: its schema, its references and its uniqueness.
 *
 * @throws {@link StateError} with its problems
 */
export function validateState(candidate: unknown, store: StoredRecords): StateArrays {
  const { version, ...arrays } = readEnvelope(candidate);
  // The schemas of the records are those of version 1 only.
  const problems = new ProblemList();
  if (version !== 1) problems.add(["version"], versionProblem(version));
  addArrayProblems(arrays, problems);
  if (version !== 1) throw createStateError(problems);

  // A misspelled array, or a value that is not an array, may contain any record: references to it are not reported.
  const absent = problems.count > 0 ? [{}] : [];
  const drafts: { -readonly [Name in keyof StateArrays]?: StateDrafts[Name] } = {};
  const context = createStateDefaultsContext(drafts, store);
  for (const name of arrayNames) {
    const records = arrays[name];
    drafts[name] = (Array.isArray(records) ? readRecords(name, records, context, problems) : absent) as never;
  }
  addIntegrityProblems(drafts as StateDrafts, store, problems);
  if (problems.count > 0) throw createStateError(problems);
  return drafts as StateArrays;
}

/**
 * Returns the fields of a state.
 *
 * @throws {@link StateError} if the value is not an object
 */
export function readEnvelope(candidate: unknown): Fields {
  if (isFields(candidate)) return { ...candidate };
  const example = typeof candidate === "string" ? ", such as demoSeed() returns" : "";
  const message =
    typeof candidate === "function" ? "is a function: call it, and pass its result" : `must be an object${example}`;
  throw new StateError([{ path: "state", message }]);
}

/** Creates an error with the problems that a list has kept. */
export function createStateError({ problems, count }: ProblemList): StateError {
  return new StateError(problems, count);
}

function versionProblem(version: unknown): string {
  return version === undefined ? 'is missing: write "version": 1' : "must be 1";
}

function addArrayProblems(arrays: Fields, problems: ProblemList): void {
  for (const [name, value] of Object.entries(arrays)) {
    if (!Object.hasOwn(recordSchemas, name)) {
      problems.add([name], () => `is not a known array; ${suggestName(name, arrayNames, "array")}`);
    } else if (value !== undefined && !Array.isArray(value)) {
      problems.add([name], "must be an array");
    }
  }
}

/**
 * Reads the records of an array and adds the defaults of the fields that they leave out. Of a malformed record it returns the
 * valid fields and reports the others.
 */
function readRecords(
  name: keyof StateArrays,
  records: readonly unknown[],
  context: DefaultsContext,
  problems: ProblemList,
): object[] {
  const schema: ObjectSchema = recordSchemas[name];
  const fields = Object.keys(schema._zod.def.shape);
  return Array.from(records, (record, index) => {
    // A copy of a record with other fields would be slow to create: it would be the first object with these fields.
    const known = hasUnknownFields(record, schema) ? pick(record, fields) : record;
    const { value: completed, omitted } = cutLongLists(schema, completeUnvalidated(name, known, context));
    const validation = parseSync(schema, completed);
    if (known !== record) {
      problems.add([name, index], () => describeUnknownFields(schema, record, []) ?? "has unknown fields");
    }
    if (validation.ok) return validation.value as object;
    const reported = validation.issues.filter(
      ({ path }) => !(hasDefault(name, path) && valueAt(record, path) === undefined),
    );
    // If no given field is invalid, a default is.
    problems.omit(omitted + (validation.omitted ?? 0));
    for (const { path, message } of reported.length > 0 ? reported : validation.issues) {
      problems.add([name, index, ...path], () => describeUnknownFields(schema, completed, path) ?? message);
    }
    const invalidFields = new Set(validation.issues.map(({ path }) => path[0]));
    return pick(
      completed,
      fields.filter((field) => !invalidFields.has(field)),
    );
  });
}

function hasUnknownFields(record: unknown, { _zod: { def } }: ObjectSchema): boolean {
  return isFields(record) && Object.keys(record).some((name) => !Object.hasOwn(def.shape, name));
}

function pick(record: unknown, fields: readonly string[]): object {
  const given = fields.filter((field) => Object.hasOwn(Object(record), field));
  return Object.fromEntries(given.map((field) => [field, Reflect.get(Object(record), field)]));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => Reflect.get(Object(parent), key), value);
}
