import { timestamp } from "../clock.ts";
import { reject } from "../records/errors.ts";
import { anyKinds } from "../records/kinds.ts";
import { type CollectedKind, idFieldOf } from "../records/organization-store.ts";
import type { KindName, Records } from "../records/record-types.ts";
import type { OrganizationState, ServerState } from "../server-state.ts";
import type { TestToolsState } from "../test-tools-state.ts";

/** A record and the organization that owns it. */
export interface Found<AnyRecord> {
  readonly record: AnyRecord;
  readonly organization: OrganizationState;
}

/** The fields of an input that identify a record. */
export type Address = object;

/** The part of a server that a command can access: all of it, or one organization. */
export class Context {
  readonly serverState: ServerState;
  /** The organization that the command is confined to. */
  readonly own: OrganizationState | undefined;

  constructor(serverState: ServerState, organizationId?: string) {
    this.serverState = serverState;
    this.own = organizationId === undefined ? undefined : requireOrganization(serverState, organizationId);
  }

  /** Clock, faults, journal and deliveries of the organization or of the server. */
  get testTools(): TestToolsState {
    return this.own ?? this.serverState.testTools;
  }

  /** Returns an organization: by default that of the context, or that of the server's own key. */
  organization(id = this.own?.store.id ?? this.serverState.defaultOrganizationId): OrganizationState {
    if (!this.canAccess(id)) reject("not_found", `there is no organization ${id}`);
    return requireOrganization(this.serverState, id);
  }

  canAccess(organizationId: string): boolean {
    return this.own === undefined || this.own.store.id === organizationId;
  }

  /** Finds the record that an input names. */
  find<Name extends KindName>(kind: Name, address: Address): Found<Records[Name]> {
    const found = this.#find(kind, address);
    return found as Found<Records[Name]>;
  }

  /** Returns the organization of the parent of the records that an input is about. */
  owner(kind: CollectedKind, address: Address): OrganizationState {
    const { parent = "organizations" } = anyKinds[kind];
    if (parent !== "organizations") return this.find(parent, address).organization;
    return this.organization((address as { readonly organizationId?: string }).organizationId);
  }

  #find(kind: KindName, address: Address): Found<Records[KindName]> {
    const ids = Object.keys(anyKinds[kind].address).map((name): string => Reflect.get(address, name));
    const [id = ""] = ids;
    switch (kind) {
      case "organizations": {
        const organization = this.organization(id);
        return { organization, record: organization.store.organization };
      }
      case "apiKeys": {
        const record = this.serverState.store.apiKeys.get(id);
        if (!record || !this.canAccess(record.organizationId)) return reject("not_found", "there is no such key");
        return { record, organization: this.organization(record.organizationId) };
      }
      case "brains":
      case "installations": {
        const organization = this.#findOwner(kind, id);
        const record = organization.store.get(kind, id);
        return record ? { record, organization } : rejectMissing(kind, id);
      }
      default: {
        const { parent = "brains", name } = anyKinds[kind];
        const { organization } = this.find(parent, address);
        const record = organization.store.get(kind, ...ids);
        const owner = `${anyKinds[parent].name} ${id}`;
        return record ? { record, organization } : reject("not_found", `${owner} has no ${name} ${ids.at(-1)}`);
      }
    }
  }

  /** Returns the only organization that the context can access and that has a record with an id. */
  #findOwner(kind: "brains" | "installations", id: string): OrganizationState {
    if (this.own) return this.own;
    const [owner, ...others] = this.serverState.store.owners(kind, id);
    if (!owner) return rejectMissing(kind, id);
    if (others.length === 0) return this.organization(owner.id);
    const article = kind === "installations" ? "an" : "a";
    return reject(
      "conflict",
      `${others.length + 1} organizations have ${article} ${anyKinds[kind].name} ${id}. Use server.organization(id).control, or ?organization=ID over HTTP`,
    );
  }
}

function requireOrganization(serverState: ServerState, id: string): OrganizationState {
  return serverState.organization(id) ?? reject("not_found", `there is no organization ${id}`);
}

function rejectMissing(kind: KindName, id: string): never {
  return reject("not_found", `there is no ${anyKinds[kind].name} ${id}`);
}

/** Returns an id for a new record that no other one has. */
export function generateId(
  kind: CollectedKind,
  { store, ids }: OrganizationState,
  field = idFieldOf(kind),
  parentId?: string,
): string {
  return ids.unique(anyKinds[kind].name, (id) => store.isTaken(kind, field, id, parentId));
}

/** Returns the time of an organization or a server as a timestamp. */
export function currentTimestamp({ clock }: TestToolsState): string {
  return timestamp(clock.now());
}
