import type { KindName } from "../state/state.ts";
import { Collection } from "./collections.ts";
import type { OrganizationOwner, OrganizationStore } from "./organization-store.ts";
import type { Transactions } from "./transactions.ts";

/** The organizations of a server, by their ids and by their keys. */
export class Organizations implements OrganizationOwner {
  readonly byId = new Collection<OrganizationStore>();
  readonly byKey = new Map<string, OrganizationStore>();
  readonly transactions: Transactions;

  constructor(transactions: Transactions) {
    this.transactions = transactions;
  }

  /** Returns the first organization that has a record of its own, such as a brain. */
  findWith(kind: KindName, id: string): OrganizationStore | undefined {
    if (kind === "organizations") return this.byId.get(id);
    for (const organization of this.byId.values()) if (organization.collection(kind)?.has(id)) return organization;
    return undefined;
  }

  /** Replaces the organization with the same id, if there is one. */
  put(organization: OrganizationStore): OrganizationStore {
    this.#replace(organization.id, organization);
    return organization;
  }

  remove(id: string): void {
    this.#replace(id, undefined);
  }

  /** Removes all, the last first: what undoes it puts them back in their order. */
  clear(): void {
    for (const id of [...this.byId.keys()].reverse()) this.remove(id);
  }

  #replace(id: string, next: OrganizationStore | undefined): void {
    const previous = this.byId.get(id);
    this.#set(id, next);
    this.transactions.recordChange(() => this.#set(id, previous), id);
  }

  #set(id: string, next: OrganizationStore | undefined): void {
    for (const { key } of this.byId.get(id)?.collection("apiKeys").values() ?? []) this.byKey.delete(key);
    if (next) {
      this.byId.set(id, next);
      for (const { key } of next.collection("apiKeys").values()) this.byKey.set(key, next);
    } else this.byId.delete(id);
  }
}
