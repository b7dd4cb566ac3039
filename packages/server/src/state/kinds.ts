import { messagingKinds } from "../messaging/messaging-kinds.ts";
import { organizationKinds } from "../organizations/organization-kinds.ts";
import { pageKind } from "../pages/page-kind.ts";
import { choices } from "./choices.ts";
import type { Kind, KindName, Kinds, RecordInputs, Records, Related } from "./state.ts";
import { toUtc } from "./time.ts";

/** All kinds of records. A kind refers only to those above it. */
const kinds: Kinds = { ...organizationKinds, pages: pageKind, ...messagingKinds };

/** The fields of an object that was not validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The same table for code that treats all kinds alike. */
export const anyKinds = kinds as unknown as Readonly<Record<KindName, Kind>>;

/** The names of all kinds, which are those of the arrays of a state, in their order. */
export const kindNames = Object.keys(kinds) as KindName[];

/** The kinds whose records are in collections, below the organization. */
export type CollectedKind = Exclude<KindName, "organizations">;

/** Returns the name of the field that identifies a record of a kind within its parent. */
export function idFieldOf(kind: KindName): string {
  return Object.values(anyKinds[kind].address).at(-1) ?? "id";
}

/** Returns the name of the field that identifies the parent of a record. */
export function parentFieldOf(kind: CollectedKind): string {
  const { parent = "organizations" } = anyKinds[kind];
  return Object.keys(anyKinds[parent].address).at(-1) ?? "organizationId";
}

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
