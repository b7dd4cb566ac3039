import { choices } from "./choices.ts";
import { anyKinds, type Fields, type Related } from "./kinds.ts";
import type { KindName, RecordInputs, Records } from "./state.ts";
import { toUtc } from "./time.ts";

/** The related records of one that is completed by itself: none. */
export const unrelated: Related = {
  now: choices.defaultTimestamp,
  organizationIdOf: () => undefined,
  find: () => undefined,
};

/** Returns a valid record, completed by itself, with the defaults of the fields that it leaves out, and with its times in UTC. */
export function completeRecord<Name extends KindName>(name: Name, record: RecordInputs[Name]): Records[Name] {
  return complete(name, record as unknown as Fields, unrelated) as unknown as Records[Name];
}

/** Completes the fields of a record that may be invalid. Invalid fields stay as they are; large ones are shared. */
export function complete(name: KindName, given: Fields, related: Related): Fields {
  const { defaults, times = [], completeParts } = anyKinds[name];
  const completed: Record<string, unknown> = { ...given };
  for (const field of times) if (given[field] !== undefined) completed[field] = toUtc(given[field]);
  for (const field of Object.keys(defaults)) {
    if (completed[field] === undefined) completed[field] = defaults[field]?.(completed, related);
  }
  return completeParts ? { ...completed, ...completeParts(completed) } : completed;
}

/** Checks that a field has a default, so that a problem with a record that leaves it out is a problem of another field. */
export function hasDefault(name: KindName, field: PropertyKey | undefined): boolean {
  return field !== undefined && Object.hasOwn(anyKinds[name].defaults, field);
}
