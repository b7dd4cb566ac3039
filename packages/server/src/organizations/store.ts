import { Collection } from "../state/collection.ts";
import type { RecordEntry } from "../state/state.ts";
import type { ApiKey, Organization } from "./organization-records.ts";
import { OrganizationStore } from "./organization-store.ts";

/** What was changed so far, and how it is undone. */
interface Transaction {
  readonly undo: (() => void)[];
  /** The organizations that have changed. */
  readonly changed: Set<string>;
}

/** API keys by their value, and the lengths of all keys that there were: redaction looks for texts as long as a key. */
class ApiKeyMap extends Map<string, ApiKey> {
  readonly lengths = new Set<number>();

  override set(key: string, apiKey: ApiKey): this {
    this.lengths.add(key.length);
    return super.set(key, apiKey);
  }
}

/**
 * All records of a server. A caller only has access to the {@link OrganizationStore} of its organization. Ids are unique within
 * an organization, API keys within the store.
 */
export class Store {
  /** Called with the id of an organization after each change of its records, but not after one that is undone. */
  report: ((organizationId: string) => void) | undefined;
  readonly organizations = new Collection<OrganizationStore>();
  /** The keys of all organizations. */
  readonly apiKeys = new ApiKeyMap();
  /** The records with which each organization was created, which a reset restores. */
  readonly #initial = new Map<string, readonly RecordEntry[]>();
  #transaction: Transaction | undefined;

  /** Returns the first organization that has a brain or an installation with an id. */
  findOwner(kind: "brains" | "installations", id: string): OrganizationStore | undefined {
    for (const organization of this.organizations.values()) if (organization.all(kind).has(id)) return organization;
    return undefined;
  }

  /** Runs a function that changes records. If it throws, nothing is changed; otherwise the changed organizations are reported at its end. */
  transaction<Output>(run: () => Output): Output {
    if (this.#transaction) return run();
    const { undo, changed } = this.#begin();
    try {
      const output = run();
      this.#transaction = undefined;
      for (const id of changed) this.report?.(id);
      return output;
    } catch (error) {
      // What undoes a change is no change.
      this.#begin();
      for (const step of undo.reverse()) step();
      throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  #begin(): Transaction {
    this.#transaction = { undo: [], changed: new Set() };
    return this.#transaction;
  }

  /** Adds an organization, or replaces its own record. */
  putOrganization(record: Organization): OrganizationStore {
    const present = this.organizations.get(record.id);
    if (present) {
      present.put("organizations", record);
      return present;
    }
    const created = new OrganizationStore(record, this);
    this.organizations.put(record.id, created);
    this.changed(record.id, () => this.organizations.delete(record.id));
    return created;
  }

  /** Makes the present records of an organization those that a reset restores. */
  rememberInitial(id: string): void {
    this.#initial.set(id, [...(this.organizations.get(id)?.entries() ?? [])]);
  }

  /** Returns the records that a reset of an organization restores. */
  initial(id: string): readonly RecordEntry[] {
    return this.#initial.get(id) ?? [];
  }

  /** Takes over the initial records of the organizations that another store has, too. */
  keepInitial(other: Store): void {
    for (const [id, entries] of other.#initial) if (this.organizations.has(id)) this.#initial.set(id, entries);
  }

  /** Takes an organization back to its initial records. */
  reset(id: string): void {
    this.transaction(() => {
      this.clear(id);
      for (const { kind, record } of this.initial(id)) this.organizations.get(id)?.put(kind, record);
    });
  }

  /** Deletes all records of an organization but its own. Requests in flight finish with the deleted records. */
  clear(id: string): void {
    const cleared = this.organizations.get(id);
    if (!cleared) return;
    this.#detach(cleared);
    this.organizations.put(id, new OrganizationStore(cleared.organization, this));
    this.changed(id, () => this.#attach(cleared));
  }

  /** Deletes an organization with all its records. */
  delete(id: string): void {
    const deleted = this.organizations.get(id);
    if (!deleted) return;
    const initial = this.initial(id);
    this.#detach(deleted);
    this.organizations.delete(id);
    this.#initial.delete(id);
    this.changed(id, () => {
      this.#attach(deleted);
      this.#initial.set(id, initial);
    });
  }

  /** Returns a store with the same records, which both share. They become the initial records of their organizations. */
  clone(): Store {
    const clone = new Store();
    for (const original of this.organizations.values()) {
      const copy = clone.putOrganization(original.organization);
      for (const { kind, record } of original.entries()) copy.put(kind, record);
      clone.rememberInitial(original.id);
    }
    return clone;
  }

  /** Remembers a change of an organization, and how it is undone. */
  changed(organizationId: string, undo: () => void): void {
    this.#transaction?.undo.push(undo);
    if (this.#transaction) this.#transaction.changed.add(organizationId);
    else this.report?.(organizationId);
  }

  /** Adds a key to those of all organizations, or removes it from them. */
  index({ kind, record }: RecordEntry, isPresent: boolean): void {
    if (kind !== "apiKeys") return;
    if (isPresent) this.apiKeys.set(record.key, record);
    else this.apiKeys.delete(record.key);
  }

  #detach(organization: OrganizationStore): void {
    for (const entry of organization.entries(["apiKeys"])) this.index(entry, false);
    organization.parent = undefined;
  }

  #attach(organization: OrganizationStore): void {
    organization.parent = this;
    this.organizations.put(organization.id, organization);
    for (const entry of organization.entries(["apiKeys"])) this.index(entry, true);
  }
}
