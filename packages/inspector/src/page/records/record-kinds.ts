import type { ReferenceServer } from "@knowledge-base/server";
import { bindingStatuses } from "@knowledge-base/types/internal";
import type { Field } from "../forms.ts";
import { type Loaded, load } from "../live.ts";
import type { Choices } from "../parts.ts";
import type { ControlInput, ControlOutput } from "../server.ts";

export type AnyRecord = Readonly<Record<string, unknown>>;

// The type parameters are the names of the fields of a record, and of the inputs that create and change one.
interface KindDescription<Shown = string, Created extends string = string, Changed extends string = string> {
  readonly one: string;
  // The field that identifies a record within its parent.
  readonly idField: Shown;
  // The field of an input that names a record by its id.
  readonly inputField: Changed;
  // The field of an input that names the brain or the installation of a record.
  readonly parentField?: Created & ("brainId" | "installationId");
  // The field by which people know a record.
  readonly nameField: Shown;
  readonly columns?: readonly Shown[];
  readonly create: readonly Field<Created>[];
  readonly update: readonly Field<Changed>[];
  readonly empty?: string;
}

/** Name of a kind, which is also the name of its controls. */
export type RecordKind = Exclude<keyof ReferenceServer["control"], "oauth">;

// The fields of the controls: if the server renames one, the type check fails here.
type KindDescriptions = {
  readonly [Name in RecordKind]: KindDescription<
    FieldOf<ControlOutput<`${Name}/get`>>,
    FieldOf<ControlInput<`${Name}/create`>>,
    FieldOf<ControlInput<Name extends "pages" ? "pages/edit" : `${Name}/update`>>
  >;
};

type FieldOf<Value> = keyof Value & string;

const name = { name: "name" } as const;
const requiredName = { ...name, isRequired: true } as const;
const id = { name: "id", type: "id", placeholder: "Leave empty for a new one" } as const;
const role = { name: "role" } as const;
const teamName = { name: "teamName" } as const;
const title = { name: "title", isRequired: true } as const;
const slug = { name: "slug", type: "id", placeholder: "Leave empty to make it from the title" } as const;
const summary = { name: "summary", type: "area" } as const;
const body = { name: "body", type: "body", placeholder: "Markdown" } as const;
const statuses = bindingStatuses.map((value) => [value, value] as const);

export const recordKinds: Readonly<Record<RecordKind, KindDescription>> = {
  organizations: {
    one: "organization",
    idField: "id",
    inputField: "organizationId",
    nameField: "name",
    create: [name, id, { ...id, name: "apiKey" }],
    update: [name, { name: "redirectUrl", isRemovable: true }],
    empty: "Organizations own all other records. Create one to begin.",
  },
  apiKeys: {
    one: "API key",
    idField: "key",
    inputField: "apiKey",
    nameField: "key",
    columns: ["key", "role"],
    create: [{ ...id, name: "apiKey" }, role],
    update: [role],
    empty: "Without a key, no request can use the organization.",
  },
  brains: {
    one: "brain",
    idField: "id",
    inputField: "brainId",
    nameField: "name",
    create: [name, id],
    update: [requiredName],
  },
  pages: {
    one: "page",
    idField: "slug",
    inputField: "slug",
    parentField: "brainId",
    nameField: "title",
    create: [title, slug, { ...summary, placeholder: "Leave empty to take it from the body" }, body],
    update: [title, summary, { ...body, isRequired: true }],
    empty: "Pages appear here, and in the brain's prompt index.",
  },
  installations: {
    one: "installation",
    idField: "id",
    inputField: "installationId",
    nameField: "teamName",
    create: [teamName, { ...id, name: "teamId" }, id],
    update: [{ ...teamName, isRequired: true }],
  },
  channels: {
    one: "channel",
    idField: "id",
    inputField: "channelId",
    parentField: "installationId",
    nameField: "name",
    columns: ["name", "id", "isPrivate", "isMember"],
    create: [requiredName, id, { name: "isPrivate", type: "flag" }, { name: "isMember", type: "flag" }],
    update: [requiredName],
    empty: "You can bind a brain to the channels of an installation.",
  },
  bindings: {
    one: "binding",
    idField: "id",
    inputField: "bindingId",
    parentField: "brainId",
    nameField: "channelName",
    columns: ["channelName", "status", "notifyBriefs", "notifyConnections", "notifyChanges", "id"],
    create: [
      { name: "installationId", type: "id", isRequired: true },
      { name: "channelId", type: "id", isRequired: true },
    ],
    update: [
      { name: "channelName", isRemovable: true },
      { name: "status", type: "choice", values: statuses },
    ],
    empty: "Bind a channel to the brain, and it receives the brain's notifications.",
  },
} satisfies KindDescriptions;

const allKinds = Object.keys(recordKinds) as RecordKind[];

/** The records that own others: an organization, and a brain or an installation of it. */
export interface Owner {
  readonly organizationId: string;
  readonly brainId?: string;
  readonly installationId?: string;
}

export type BrainOwner = Owner & { readonly brainId: string };

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
  const { organizationId = null, ...parent } = owner ?? {};
  const loaded: Loaded<readonly object[]> = load(`${kind}/list`, { ...parent, limit: 1000 }, organizationId);
  return loaded as Loaded<readonly AnyRecord[]>;
}

/** Returns the id of the chosen organization, or of the first one; undefined until it's loaded, and if there is none. */
export function mainOrganization(chosen: string | null): string | undefined {
  const [first] = listRecords("organizations").value ?? [];
  return chosen ?? (first && idOf("organizations", first));
}

/** Returns the name of a record; its id until the name is known, and if the record is gone. */
export function nameOf(kind: RecordKind, owner: Owner, ownId: string): string {
  const { value = [] } = listRecords(kind, kind === "organizations" ? undefined : owner);
  const record = value.find((each) => idOf(kind, each) === ownId);
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
  if (kind === undefined) return [];
  const { parentField } = recordKinds[kind];
  if (parentField && owner[parentField] === undefined) {
    const parents = suggestValues(parentField, owner);
    const [first] = parents ?? [];
    return first ? suggestValues(field, { ...owner, [parentField]: first[0] }) : parents;
  }
  const { organizationId } = owner;
  const { value, error } = listRecords(kind, {
    organizationId,
    ...(parentField && { [parentField]: owner[parentField] }),
  });
  const values = value?.slice(0, 100).map((each) => [idOf(kind, each), titleOf(kind, each).slice(0, 80)] as const);
  return values ?? (error === undefined ? undefined : []);
}
