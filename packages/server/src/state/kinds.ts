import { fieldsOf } from "@knowledge-base/internal";
import { messagingKinds } from "../messaging/messaging-kinds.ts";
import { organizationKinds } from "../organizations/organization-kinds.ts";
import { pageKind } from "../pages/page-kind.ts";
import { choices } from "./choices.ts";
import type { ChildKind, CollectedKind, Kind, KindName, Kinds, RecordInputs, Records, Related } from "./state.ts";
import { toUtc } from "./time.ts";

/** All kinds of records. A kind refers only to those above it. */
const kinds: Kinds = { ...organizationKinds, pages: pageKind, ...messagingKinds };

/** The fields of an object that was not validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The same table for code that treats all kinds alike. */
export const anyKinds: { readonly organizations: Kind } & Readonly<Record<CollectedKind, ChildKind>> = kinds;

/** The names of all kinds, which are those of the arrays of a state, in their order. */
export const kindNames = Object.keys(kinds) as KindName[];

/** The names of the kinds below organizations. */
export const collectedKinds = kindNames.filter((name) => name !== "organizations");

/** The related records of one that is completed by itself: none. */
export const unrelated: Related = {
  now: choices.defaultTimestamp,
  organizationIdOf: () => undefined,
  find: () => undefined,
};

/** Returns a valid record, completed by itself, with the defaults of the fields that it leaves out, and with its times in UTC. */
export function completeRecord<Name extends KindName>(name: Name, record: RecordInputs[Name]): Records[Name] {
  return complete(name, fieldsOf(record), unrelated) as object as Records[Name];
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
