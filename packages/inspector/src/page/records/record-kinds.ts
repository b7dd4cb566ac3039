import type { ReferenceServer } from "@knowledge-base/server";
import { type Loaded, load } from "../live.ts";
import type { Choices } from "../parts.ts";
import type { ControlInput, ControlOutput } from "../server.ts";
import { type RecordKind as ServerKind, recordKinds as serverKinds } from "../server-internals.ts";

export type AnyRecord = Readonly<Record<string, unknown>>;

/** Name of a kind, which is also the name of its controls. */
export type RecordKind = Exclude<keyof ReferenceServer["control"], "oauth">;

/** The server's row of a kind, and what the page shows of it. */
interface RecordRow<Shown = string, Created = string> extends ServerKind {
  readonly parentField?: string;
  /** The field by which people know a record. */
  readonly nameField: Shown;
  /** The fields in a table; a record of a kind without them has a view of its own. */
  readonly columns?: readonly Shown[];
  /** The fields in the form for a new record. */
  readonly create: readonly Created[];
  /** What can be done as long as there are no records. */
  readonly empty?: string;
}

// If the server renames a field, the type check fails here.
type RecordRows = {
  readonly [Name in RecordKind]: RecordRow<
    keyof ControlOutput<`${Name}/get`> & string,
    keyof ControlInput<`${Name}/create`> & string
  >;
};

export const recordKinds: Readonly<Record<RecordKind, RecordRow>> = {
  organizations: {
    ...serverKinds.organizations,
    nameField: "name",
    create: ["name", "id", "apiKey"],
    empty: "Organizations own all other records. Create one to begin.",
  },
  apiKeys: {
    ...serverKinds.apiKeys,
    nameField: "key",
    columns: ["key", "role"],
    create: ["apiKey", "role"],
    empty: "Without a key, no request can use the organization.",
  },
  brains: { ...serverKinds.brains, nameField: "name", create: ["name", "id"] },
  pages: {
    ...serverKinds.pages,
    nameField: "title",
    create: ["title", "slug", "summary", "body"],
    // Another control than an update changes them, so the server's row has none.
    updatableFields: { required: ["title"], optional: ["summary", "body"] },
    empty: "Pages appear here, and in the brain's prompt index.",
  },
  installations: { ...serverKinds.installations, nameField: "teamName", create: ["teamName", "teamId", "id"] },
  channels: {
    ...serverKinds.channels,
    nameField: "name",
    columns: ["name", "id", "isPrivate", "isMember"],
    create: ["name", "id", "isPrivate", "isMember"],
    empty: "You can bind a brain to the channels of an installation.",
  },
  bindings: {
    ...serverKinds.bindings,
    nameField: "channelName",
    columns: ["channelName", "status", "notifyBriefs", "notifyConnections", "notifyChanges", "id"],
    create: ["installationId", "channelId"],
    empty: "Bind a channel to the brain, and it receives the brain's notifications.",
  },
} satisfies RecordRows;

const allKinds = Object.keys(recordKinds) as RecordKind[];

/** The ids of an organization and of its brain or installation, which own records. Controls have them in their inputs. */
export interface Owner {
  readonly organizationId: string;
  readonly [parentField: string]: string;
}

export type BrainOwner = Owner & { readonly brainId: string };

/** Returns the name of one record of a kind, as people write it. */
export function titleOfKind(kind: RecordKind): string {
  const { name, title = name } = recordKinds[kind];
  return title;
}

/** Returns the id of a record within its parent. */
export function idOf(kind: RecordKind, record: AnyRecord): string {
  return String(record[recordKinds[kind].idField]);
}

/** Returns the name of a record; its id if the name is blank. */
export function titleOf(kind: RecordKind, record: AnyRecord): string {
  const title = record[recordKinds[kind].nameField];
  return (typeof title === "string" && title.trim()) || idOf(kind, record);
}

/** Returns the records of a kind. All kinds but organizations need an owner. */
export function listRecords(kind: RecordKind, owner?: Owner): Loaded<readonly AnyRecord[]> {
  const loaded: Loaded<readonly object[]> = load(`${kind}/list`, { ...owner, limit: 1000 });
  return loaded as Loaded<readonly AnyRecord[]>;
}

/** Returns the same records; none if the server refuses them, and undefined until it has responded. */
export function knownRecords(kind: RecordKind, owner?: Owner): readonly AnyRecord[] | undefined {
  const { value, error } = listRecords(kind, owner);
  return error === undefined ? value : [];
}

/** Returns the id of the chosen organization, or of the first one; undefined until it's loaded, and if there is none. */
export function mainOrganization(chosen: string | null): string | undefined {
  const [first] = knownRecords("organizations") ?? [];
  return chosen ?? (first && idOf("organizations", first));
}

/** Returns the name of a record; its id until the name is known, and if the record is gone. */
export function nameOf(kind: RecordKind, owner: Owner, ownId: string): string {
  const records = knownRecords(kind, kind === "organizations" ? undefined : owner);
  const record = records?.find((each) => idOf(kind, each) === ownId);
  return record ? titleOf(kind, record) : ownId;
}

/**
 * Returns values for a field, with their titles.
 *
 * @param owner - without a brain or an installation, the organization's first one counts
 * @returns undefined until they're loaded
 */
export function suggestValues(field: string, owner: Owner): Choices | undefined {
  const kind = allKinds.find((each) => recordKinds[each].inputField === field);
  const parentField = kind && recordKinds[kind].parentField;
  if (!parentField) return [];
  const parentId = owner[parentField];
  if (parentId === undefined) {
    const parents = suggestValues(parentField, owner);
    const [first] = parents ?? [];
    return first ? suggestValues(field, { ...owner, [parentField]: first[0] }) : parents;
  }
  const records = knownRecords(kind, { organizationId: owner.organizationId, [parentField]: parentId });
  return records?.slice(0, 100).map((each) => [idOf(kind, each), titleOf(kind, each).slice(0, 80)] as const);
}
