import { type Fields, fieldsOf } from "@knowledge-base/internal/json";
import { choices } from "../basics/specification-choices.ts";
import { toUtc } from "../basics/time.ts";
import { toText } from "../basics/values.ts";
import { authorizationKind, bindingKind, channelKind, installationKind } from "../messaging/messaging-kinds.ts";
import { apiKeyKind, brainKind, organizationKind } from "../organizations/organization-kinds.ts";
import { pageKind } from "../pages/page-kind.ts";
import type { ChildKindName, KindName, ParentKindName, RecordInputs, Records } from "../state/state.ts";
import type { ChildRecordKind, RecordContext, RecordKind } from "./record-kind.ts";

/**
 * The kinds of records, for code that treats all alike. A kind refers only to those above it. Their schemas are elsewhere, so that `demo`
 * and `factories` need no zod.
 */
export const recordKinds: { readonly organizations: RecordKind } & Readonly<Record<ChildKindName, ChildRecordKind>> = {
  organizations: organizationKind,
  apiKeys: apiKeyKind,
  brains: brainKind,
  pages: pageKind,
  installations: installationKind,
  channels: channelKind,
  bindings: bindingKind,
  authorizations: authorizationKind,
};

/** The names of all kinds, in the order of the arrays of a state. */
export const kindNames = Object.keys(recordKinds) as KindName[];

export const childKindNames = kindNames.filter((name) => name !== "organizations");

/** The kinds whose records belong to a record. */
export const kindsByParent: ReadonlyMap<KindName, readonly ChildKindName[]> = /* @__PURE__ */ Map.groupBy(
  childKindNames,
  (kind) => recordKinds[kind].parent,
);

/** The kinds whose records refer to a record. */
export const kindsByReference: ReadonlyMap<KindName | undefined, readonly ChildKindName[]> =
  /* @__PURE__ */ Map.groupBy(childKindNames, (kind) => recordKinds[kind].reference);

/** Returns a field of a record or an input, such as an id; an empty text if it isn't a text. */
export function textIn(value: object, field: string): string {
  return toText(fieldsOf(value)[field]) ?? "";
}

/** Returns the id of the record of a kind to which an input or another record belongs or refers, such as the `brainId` of a page. */
export function idIn(value: object, kind: KindName): string {
  return textIn(value, recordKinds[kind].referenceField);
}

/**
 * Returns the kind of the parent whose id an input must have beside the id of a record: `brainId` and `slug` name a page. Undefined if the
 * id of the record is enough, as for a brain.
 */
export function identifyingParent(kind: KindName): Exclude<ParentKindName, "organizations"> | undefined {
  if (kind === "organizations") return undefined;
  const { parent } = recordKinds[kind];
  return parent === "organizations" ? undefined : parent;
}

// For a record that is completed by itself.
const noContext: RecordContext = { now: choices.defaultTimestamp, organization: undefined };

/** Completes a valid record by itself: missing fields get their defaults, and times are in UTC. */
export function completeRecord<Name extends KindName>(kind: Name, record: RecordInputs[Name]): Records[Name] {
  return completeFields(kind, fieldsOf(record), noContext) as object as Records[Name];
}

/** Completes the fields of a record that may be invalid. Invalid fields stay as they are; large ones are shared. */
export function completeFields(kind: KindName, given: Fields, context: RecordContext): Fields {
  const { defaults, timestampFields = [], completeParts } = recordKinds[kind];
  const completed: Record<string, unknown> = { ...given };
  for (const field of timestampFields) if (given[field] !== undefined) completed[field] = toUtc(given[field]);
  for (const field of Object.keys(defaults))
    if (completed[field] === undefined) completed[field] = defaults[field]?.(completed, context);
  return completeParts ? { ...completed, ...completeParts(completed) } : completed;
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Returns the problem of a reference to a record of another organization. */
export function describeForeign(kind: KindName): string {
  return `must be ${withArticle(recordKinds[kind].name)} of the organization of the brain`;
}

export function hasDefault(kind: KindName, field: PropertyKey | undefined): boolean {
  return field !== undefined && Object.hasOwn(recordKinds[kind].defaults, field);
}
