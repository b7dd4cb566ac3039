import type { ReferenceServer } from "@knowledge-base/server";
import { type Loaded, liveQuery } from "../live.ts";
import type { Choices } from "../parts.ts";
import { linkTo } from "../routes.ts";
import type { ControlOutput, MethodInput } from "../server.ts";

export type AnyRecord = Readonly<Record<string, unknown>>;

/** Name of a kind that the page shows, which is also the name of its controls. */
export type ShownKind = Exclude<keyof ReferenceServer["control"], "oauth">;

// What the page shows of a kind of records; without type arguments for code that treats all kinds alike.
interface RecordKind<Shown = string, Address = string> {
  // Name of one record.
  readonly title: string;
  // The kind of the record that owns it; organizations have none.
  readonly parent?: ShownKind;
  // The field that identifies a record within its parent.
  readonly idField: Shown;
  // The field with the id in other records and in the inputs of controls.
  readonly referenceField: Address;
  // The field by which people know a record.
  readonly nameField: Shown;
  // The fields in a table, after the id and the name.
  readonly columns: readonly Shown[];
  // More input for the control that lists the records.
  readonly listInput?: object;
  // What can be done as long as there are no records.
  readonly empty?: string;
}

export const recordKinds: Readonly<Record<ShownKind, RecordKind>> = {
  organizations: {
    title: "organization",
    idField: "id",
    referenceField: "organizationId",
    nameField: "name",
    columns: [],
    empty: "Organizations own all other records. Create one to begin.",
  },
  brains: {
    title: "brain",
    parent: "organizations",
    idField: "id",
    referenceField: "brainId",
    nameField: "name",
    columns: [],
  },
  pages: {
    title: "page",
    parent: "brains",
    idField: "slug",
    referenceField: "slug",
    nameField: "title",
    columns: ["status", "pinned", "pageType", "updatedAt"],
    listInput: { includeHidden: true },
    empty: "Pages appear here, and in the brain's prompt index.",
  },
  bindings: {
    title: "binding",
    parent: "brains",
    idField: "id",
    referenceField: "bindingId",
    nameField: "channelName",
    columns: ["status", "notifyBriefs", "notifyConnections", "notifyChanges"],
    empty: "Bind a channel to the brain, and it receives the brain's notifications.",
  },
  installations: {
    title: "installation",
    parent: "organizations",
    idField: "id",
    referenceField: "installationId",
    nameField: "teamName",
    columns: ["teamId"],
  },
  channels: {
    title: "channel",
    parent: "installations",
    idField: "id",
    referenceField: "channelId",
    nameField: "name",
    columns: ["isPrivate", "isMember"],
    empty: "You can bind a brain to the channels of an installation.",
  },
  apiKeys: {
    title: "API key",
    parent: "organizations",
    idField: "key",
    referenceField: "apiKey",
    nameField: "role",
    columns: [],
    empty: "Without a key, no request can use the organization.",
  },
} satisfies {
  readonly [Kind in ShownKind]: RecordKind<keyof ControlOutput<`${Kind}/get`>, keyof MethodInput<`${Kind}/get`>>;
};

const allKinds = Object.keys(recordKinds) as ShownKind[];

/** Ids of records by their fields, such as a record with the ids of its owners. */
export type Ids = Readonly<Record<string, unknown>>;

/** Returns the kinds whose records belong to a record. */
export function kindsBelow(kind: ShownKind): readonly ShownKind[] {
  return allKinds.filter((each) => recordKinds[each].parent === kind);
}

/** Returns the kind of the record that a field refers to. */
export function kindOfField(field: string): ShownKind | undefined {
  return allKinds.find((each) => recordKinds[each].referenceField === field);
}

/** Returns the ids of a record and of those that own it, which name the record in the input of a control. */
export function addressOf(kind: ShownKind, ids: Ids): Ids {
  const { referenceField, parent } = recordKinds[kind];
  return { ...(parent && addressOf(parent, ids)), [referenceField]: ids[referenceField] };
}

/** Returns the address of the view of a record; undefined if an id is missing. */
export function linkToRecord(kind: ShownKind, ids: Ids, ...list: readonly string[]): string | undefined {
  const path = pathTo(kind, ids);
  return path && linkTo("state", ...path, ...list);
}

function pathTo(kind: ShownKind, ids: Ids): readonly string[] | undefined {
  const { referenceField, parent } = recordKinds[kind];
  const id = ids[referenceField];
  if (typeof id !== "string") return undefined;
  if (parent === undefined) return [id];
  const above = pathTo(parent, ids);
  return above && [...above, kind, id];
}

/** Returns the id of a record within its parent. */
export function idOf(kind: ShownKind, record: AnyRecord): string {
  return String(record[recordKinds[kind].idField]);
}

/** Returns the name of a record; its id if the name is blank. */
export function titleOf(kind: ShownKind, record: AnyRecord): string {
  const title = record[recordKinds[kind].nameField];
  return (typeof title === "string" && title.trim()) || idOf(kind, record);
}

/** Returns the records of a kind. All kinds but organizations need the ids of those that own them. */
export function listRecords(kind: ShownKind, ids: Ids = {}): Loaded<readonly AnyRecord[]> {
  const { parent, listInput } = recordKinds[kind];
  const input = { ...(parent && addressOf(parent, ids)), ...listInput, limit: 1000 };
  const loaded: Loaded<readonly object[]> = liveQuery(`${kind}/list`, input);
  return loaded as Loaded<readonly AnyRecord[]>;
}

/** Returns the same records; none if the server refuses them, and undefined until it has responded. */
export function knownRecords(kind: ShownKind, ids?: Ids): readonly AnyRecord[] | undefined {
  const { value, error } = listRecords(kind, ids);
  return error === undefined ? value : [];
}

/** Returns the id of the chosen organization, or of the first one; undefined until it's loaded, and if there is none. */
export function mainOrganization(chosen: string | null): string | undefined {
  const [first] = knownRecords("organizations") ?? [];
  return chosen ?? (first && idOf("organizations", first));
}

/** Returns the name of the record with these ids; its id until the name is known, and if the record is gone. */
export function nameOf(kind: ShownKind, ids: Ids): string {
  const id = String(ids[recordKinds[kind].referenceField]);
  const record = knownRecords(kind, ids)?.find((each) => idOf(kind, each) === id);
  return record ? titleOf(kind, record) : id;
}

/**
 * Returns values for a field, with their titles.
 *
 * @param ids - without a brain or an installation, the organization's first one counts
 * @returns undefined until they're loaded
 */
export function suggestValues(field: string, ids: Ids): Choices | undefined {
  const kind = kindOfField(field);
  const parent = kind && recordKinds[kind].parent;
  if (!parent || ids["organizationId"] === undefined) return [];
  const parentField = recordKinds[parent].referenceField;
  if (ids[parentField] === undefined) {
    const parents = suggestValues(parentField, ids);
    const [first] = parents ?? [];
    return first ? suggestValues(field, { ...ids, [parentField]: first[0] }) : parents;
  }
  const records = knownRecords(kind, ids)?.slice(0, 100);
  return records?.map((each) => [idOf(kind, each), titleOf(kind, each).slice(0, 80)] as const);
}
