import type { Field } from "../forms.ts";
import { type Loaded, load } from "../live.ts";
import type { Choices } from "../parts.ts";

export type AnyRecord = Readonly<Record<string, unknown>>;

interface Kind {
  readonly one: string;
  // The field that identifies a record within its parent; by default `id`.
  readonly id?: string;
  // The field by which people know a record; by default `name`.
  readonly name?: string;
  readonly columns?: readonly string[];
  readonly create: readonly Field[];
  readonly update: readonly Field[];
  readonly empty?: string;
}

export type KindName = "organizations" | "apiKeys" | "brains" | "pages" | "installations" | "channels" | "bindings";

const name: Field = { name: "name" };
const requiredName: Field = { ...name, isRequired: true };
const id: Field = { name: "id", type: "id", placeholder: "Leave empty for a new one" };
const apiKey: Field = { ...id, name: "apiKey" };
const role: Field = { name: "role" };
const teamName: Field = { name: "teamName" };
const title: Field = { name: "title", isRequired: true };
const slug: Field = { name: "slug", type: "id", placeholder: "Leave empty to make it from the title" };
const summary: Field = { name: "summary", type: "area" };
const body: Field = { name: "body", type: "body", placeholder: "Markdown" };
const statuses = ["active", "disabled"].map((value) => [value, value] as const);
const status: Field = { name: "status", type: "choice", values: statuses };
const installationId: Field = { name: "installationId", type: "id", isRequired: true };

export const kinds: Readonly<Record<KindName, Kind>> = {
  organizations: {
    one: "organization",
    create: [name, id, apiKey],
    update: [name, { name: "redirectUrl", isRemovable: true }],
    empty: "Organizations own all other records. Create one to begin.",
  },
  apiKeys: {
    one: "API key",
    id: "key",
    name: "key",
    columns: ["key", "role"],
    create: [apiKey, role],
    update: [role],
    empty: "Without a key, no request can use the organization.",
  },
  brains: { one: "brain", create: [name, id], update: [requiredName] },
  pages: {
    one: "page",
    id: "slug",
    name: "title",
    create: [title, slug, { ...summary, placeholder: "Leave empty to take it from the body" }, body],
    update: [title, summary, { ...body, isRequired: true }],
    empty: "Pages appear here, and in the brain's prompt index.",
  },
  installations: {
    one: "installation",
    name: "teamName",
    create: [teamName, { ...id, name: "teamId" }, id],
    update: [{ ...teamName, isRequired: true }],
  },
  channels: {
    one: "channel",
    columns: ["name", "id", "isPrivate", "isMember"],
    create: [requiredName, id, { name: "isPrivate", type: "flag" }, { name: "isMember", type: "flag" }],
    update: [requiredName],
    empty: "You can bind a brain to the channels of an installation.",
  },
  bindings: {
    one: "binding",
    name: "channelName",
    columns: ["channelName", "status", "notifyBriefs", "notifyConnections", "notifyChanges", "id"],
    create: [installationId, { ...installationId, name: "channelId" }],
    update: [{ name: "channelName", isRemovable: true }, status],
    empty: "Bind a channel to the brain, and it receives the brain's notifications.",
  },
};

/** The records that own others: an organization, and a brain or an installation of it. */
export interface Owner {
  readonly organizationId: string;
  readonly brainId?: string;
  readonly installationId?: string;
}

export type BrainOwner = Owner & { readonly brainId: string };

export function idFieldOf(kind: KindName): string {
  return kinds[kind].id ?? "id";
}

/** Returns the id of a record within its parent. */
export function idOf(kind: KindName, record: AnyRecord): string {
  return String(record[idFieldOf(kind)]);
}

/** Returns the name of a record; its id if the name is blank. */
export function titleOf(kind: KindName, record: AnyRecord): string {
  const title = record[kinds[kind].name ?? "name"];
  return (typeof title === "string" && title.trim()) || idOf(kind, record);
}

/** Returns the records of a kind. All kinds but organizations need an owner. */
export function listRecords(kind: KindName, owner?: Owner): Loaded<readonly AnyRecord[]> {
  const { organizationId = null, ...parent } = owner ?? {};
  const loaded: Loaded<readonly object[]> = load(`${kind}/list`, { ...parent, limit: 1000 }, organizationId);
  return loaded as Loaded<readonly AnyRecord[]>;
}

/** Returns the name of a record; its id until the name is known, and if the record is gone. */
export function nameOf(kind: KindName, owner: Owner, ownId: string): string {
  const { value = [] } = listRecords(kind, kind === "organizations" ? undefined : owner);
  const record = value.find((each) => idOf(kind, each) === ownId);
  return record ? titleOf(kind, record) : ownId;
}

const suggested: Readonly<Record<string, readonly [kind: KindName, parent?: "brainId" | "installationId"]>> = {
  apiKey: ["apiKeys"],
  brainId: ["brains"],
  slug: ["pages", "brainId"],
  bindingId: ["bindings", "brainId"],
  installationId: ["installations"],
  channelId: ["channels", "installationId"],
};

/**
 * Returns values for a field, with their titles.
 *
 * @param owner - without a brain or an installation, the organization's first one counts
 * @returns undefined until they're loaded
 */
export function suggestValues(field: string, owner: Owner): Choices | undefined {
  const [kind, parent] = suggested[field] ?? [];
  if (kind === undefined) return [];
  if (parent && owner[parent] === undefined) {
    const parents = suggestValues(parent, owner);
    const [first] = parents ?? [];
    return first ? suggestValues(field, { ...owner, [parent]: first[0] }) : parents;
  }
  const { organizationId } = owner;
  const { value, error } = listRecords(kind, { organizationId, ...(parent && { [parent]: owner[parent] }) });
  const values = value?.slice(0, 100).map((each) => [idOf(kind, each), titleOf(kind, each).slice(0, 80)] as const);
  return values ?? (error === undefined ? undefined : []);
}
