import type { Tenant, Tenants } from "../organizations/tenants.ts";
import type { ParentKind } from "./state.ts";

type SharedKind = Exclude<ParentKind, "organizations">;

/** Finds the organizations of records that need not name one, and remembers them, because a state has many records. */
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

  /** Notes who owns a brain or an installation of the state. If several have its id, the first counts. */
  add(kind: SharedKind, id: string, owner: Tenant): void {
    if (!this.#added[kind].has(id)) this.#added[kind].set(id, owner);
  }

  get(organizationId: string): Tenant | undefined {
    return this.#target?.id === organizationId ? this.#target : this.#tenants.byId.get(organizationId);
  }

  /** Without an organization id, a brain or an installation of the state comes before one of the server. */
  find(organizationId: unknown, kind: SharedKind, id: string): Tenant | undefined {
    if (typeof organizationId === "string") return this.get(organizationId);
    return this.#added[kind].get(id) ?? this.findKnown(kind, id);
  }

  findKnown(kind: SharedKind, id: string): Tenant | undefined {
    const found = this.#known[kind].get(id) ?? this.#tenants.findOwner(kind, id);
    if (found) this.#known[kind].set(id, found);
    return found;
  }
}
