import type { Tenant, Tenants } from "../organizations/tenants.ts";
import type { ParentKind } from "./state.ts";

type SharedKind = Exclude<ParentKind, "organizations">;

/** Finds the organization of records that may name none. It remembers what it has found for each id, because a state has many records. */
export class Owners {
  readonly #tenants: Tenants;
  readonly #target: Tenant | undefined;
  readonly #added = { brains: new Map<string, Tenant>(), installations: new Map<string, Tenant>() };
  readonly #known = { brains: new Map<string, Tenant>(), installations: new Map<string, Tenant>() };

  /** @param target - the organization of all records, if they are added to one */
  constructor(tenants: Tenants, target: Tenant | undefined) {
    this.#tenants = tenants;
    this.#target = target;
  }

  /** Remembers an organization to which a state adds a brain or an installation. The first one of each id counts. */
  add(kind: SharedKind, id: string, owner: Tenant): void {
    if (!this.#added[kind].has(id)) this.#added[kind].set(id, owner);
  }

  get(organizationId: string): Tenant | undefined {
    return this.#target?.id === organizationId ? this.#target : this.#tenants.byId.get(organizationId);
  }

  /** Returns the organization with an id, or without one that of a brain or an installation: the state's first, or else the server's. */
  find(organizationId: unknown, kind: SharedKind, id: string): Tenant | undefined {
    if (typeof organizationId === "string") return this.get(organizationId);
    return this.#added[kind].get(id) ?? this.findKnown(kind, id);
  }

  /** Returns the first organization of the server that has a brain or an installation with an id. */
  findKnown(kind: SharedKind, id: string): Tenant | undefined {
    const found = this.#known[kind].get(id) ?? this.#tenants.findOwner(kind, id);
    if (found) this.#known[kind].set(id, found);
    return found;
  }
}
