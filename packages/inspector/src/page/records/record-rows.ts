import type { ReferenceServer } from "@knowledge-base/server";
import { keepLoaded, type Loaded } from "../live.ts";
import type { Choices } from "../parts.ts";
import type { ControlOutput, MethodInput } from "../server.ts";

export type AnyRecord = Readonly<Record<string, unknown>>;

/** Name of a kind that the page shows, which is also the name of its controls. */
export type ShownKind = Exclude<keyof ReferenceServer["control"], "oauth">;

type FormFields = Readonly<Record<string, "required" | "optional">>;

// What the page shows of a kind of records; without type arguments for code that treats all kinds alike.
interface RecordRow<Shown = string, Address = string, Create = FormFields, Edit = FormFields> {
  // Name of one record.
  readonly title: string;
  // The field that identifies a record within its parent.
  readonly idField: Shown;
  // The field that has the id in the inputs of controls.
  readonly inputField: Address;
  // The field that has the id of the parent; organizations have none.
  readonly parentField?: Address | "organizationId";
  // The field by which people know a record.
  readonly nameField: Shown;
  // The fields in a table; a record of a kind without them has a view of its own.
  readonly columns?: readonly Shown[];
  // The fields in the form for a new record.
  readonly create: Create;
  // The fields in the form for an existing record.
  readonly edit: Edit;
  // What can be done as long as there are no records.
  readonly empty?: string;
}

// The fields of an input except those that name a record. A form has to ask for the required ones.
type FieldsOf<Path, AddressPath> = {
  readonly [Name in keyof Omit<
    MethodInput<Path>,
    keyof MethodInput<AddressPath>
  >]: undefined extends MethodInput<Path>[Name] ? "optional" | "required" : "required";
};

// The fields that are true or false. They are in the table of a record, and not in its form.
type Flag<Path> = {
  [Name in keyof MethodInput<Path>]-?: MethodInput<Path>[Name] extends boolean | undefined ? Name : never;
}[keyof MethodInput<Path>];

// A row with names of the server. If the server renames a field, or adds one that an update may change, the type check fails here.
type RowOf<Kind extends ShownKind> = RecordRow<
  keyof ControlOutput<`${Kind}/get`>,
  keyof MethodInput<`${Kind}/get`>,
  FieldsOf<`${Kind}/create`, `${Kind}/list`>,
  Kind extends "pages"
    ? FieldsOf<"pages/edit", "pages/get">
    : Required<Omit<FieldsOf<`${Kind}/update`, `${Kind}/get`>, Flag<`${Kind}/update`>>>
>;

export const recordRows: Readonly<Record<ShownKind, RecordRow>> = {
  organizations: {
    title: "organization",
    idField: "id",
    inputField: "organizationId",
    nameField: "name",
    create: { name: "optional", id: "optional", apiKey: "optional" },
    edit: { name: "optional", redirectUrl: "optional" },
    empty: "Organizations own all other records. Create one to begin.",
  },
  apiKeys: {
    title: "API key",
    idField: "key",
    inputField: "apiKey",
    parentField: "organizationId",
    nameField: "key",
    columns: ["key", "role"],
    create: { apiKey: "optional", role: "optional" },
    edit: { role: "required" },
    empty: "Without a key, no request can use the organization.",
  },
  brains: {
    title: "brain",
    idField: "id",
    inputField: "brainId",
    parentField: "organizationId",
    nameField: "name",
    create: { name: "optional", id: "optional" },
    edit: { name: "required" },
  },
  pages: {
    title: "page",
    idField: "slug",
    inputField: "slug",
    parentField: "brainId",
    nameField: "title",
    create: { title: "required", slug: "optional", summary: "optional", body: "optional" },
    edit: { title: "required", summary: "optional", body: "optional" },
    empty: "Pages appear here, and in the brain's prompt index.",
  },
  installations: {
    title: "installation",
    idField: "id",
    inputField: "installationId",
    parentField: "organizationId",
    nameField: "teamName",
    create: { teamName: "optional", teamId: "optional", id: "optional" },
    edit: { teamName: "required" },
  },
  channels: {
    title: "channel",
    idField: "id",
    inputField: "channelId",
    parentField: "installationId",
    nameField: "name",
    columns: ["name", "id", "isPrivate", "isMember"],
    create: { name: "required", id: "optional", isPrivate: "optional", isMember: "optional" },
    edit: { name: "optional" },
    empty: "You can bind a brain to the channels of an installation.",
  },
  bindings: {
    title: "binding",
    idField: "id",
    inputField: "bindingId",
    parentField: "brainId",
    nameField: "channelName",
    columns: ["channelName", "status", "notifyBriefs", "notifyConnections", "notifyChanges", "id"],
    create: { installationId: "required", channelId: "required" },
    edit: { status: "optional", channelName: "optional" },
    empty: "Bind a channel to the brain, and it receives the brain's notifications.",
  },
} satisfies { readonly [Kind in ShownKind]: RowOf<Kind> };

const allKinds = Object.keys(recordRows) as ShownKind[];

/** The ids of an organization and of its brain or installation, which own records. Controls have them in their inputs. */
export interface Owner {
  readonly organizationId: string;
  readonly [parentField: string]: string;
}

export type BrainOwner = Owner & { readonly brainId: string };

/** Returns the id of a record within its parent. */
export function idOf(kind: ShownKind, record: AnyRecord): string {
  return String(record[recordRows[kind].idField]);
}

/** Returns the name of a record; its id if the name is blank. */
export function titleOf(kind: ShownKind, record: AnyRecord): string {
  const title = record[recordRows[kind].nameField];
  return (typeof title === "string" && title.trim()) || idOf(kind, record);
}

/** Returns the records of a kind. All kinds but organizations need an owner. */
export function listRecords(kind: ShownKind, owner?: Owner): Loaded<readonly AnyRecord[]> {
  const loaded: Loaded<readonly object[]> = keepLoaded(`${kind}/list`, { ...owner, limit: 1000 });
  return loaded as Loaded<readonly AnyRecord[]>;
}

/** Returns the same records; none if the server refuses them, and undefined until it has responded. */
export function knownRecords(kind: ShownKind, owner?: Owner): readonly AnyRecord[] | undefined {
  const { value, error } = listRecords(kind, owner);
  return error === undefined ? value : [];
}

/** Returns the id of the chosen organization, or of the first one; undefined until it's loaded, and if there is none. */
export function mainOrganization(chosen: string | null): string | undefined {
  const [first] = knownRecords("organizations") ?? [];
  return chosen ?? (first && idOf("organizations", first));
}

/** Returns the name of a record; its id until the name is known, and if the record is gone. */
export function nameOf(kind: ShownKind, owner: Owner, ownId: string): string {
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
  const kind = allKinds.find((each) => recordRows[each].inputField === field);
  const parentField = kind && recordRows[kind].parentField;
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
