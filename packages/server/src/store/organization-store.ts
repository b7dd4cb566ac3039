import { BindingIndex } from "./binding-index.ts";
import { type BrainStore, WritableBrain } from "./brain-store.ts";
import { InstallationCollection } from "./installation-collection.ts";
import { type InstallationStore, WritableInstallation } from "./installation-store.ts";
import type { RecordEntry, RecordReference } from "./record-entry.ts";
import type { ApiKey, Organization, StoredBinding } from "./state.ts";
import type { DeleteRecord, PutRecord } from "./state-change.ts";

type ReportChange = (step: PutRecord | DeleteRecord) => void;

/**
 * The records of one organization. They contain no reference to those of another one. Only {@link put} and {@link delete}
 * change them, and report each change.
 */
export class OrganizationStore {
  /** When the records were replaced the last time, as a number of `Store.revision`. */
  readonly revision: number;
  #organization: Organization;
  readonly #apiKeys = new Map<string, ApiKey>();
  readonly #brains = new Map<string, WritableBrain>();
  readonly #installations = new InstallationCollection();
  readonly #pageIds = new Set<string>();
  readonly #bindingIndex = new BindingIndex();
  #report: ReportChange | undefined;

  /** @param report - Called after each change. */
  constructor(organization: Organization, revision: number, report: ReportChange) {
    this.#organization = organization;
    this.revision = revision;
    this.#report = report;
  }

  get id(): string {
    return this.#organization.id;
  }

  get organization(): Organization {
    return this.#organization;
  }

  get apiKeys(): ReadonlyMap<string, ApiKey> {
    return this.#apiKeys;
  }

  get brains(): ReadonlyMap<string, BrainStore> {
    return this.#brains;
  }

  get installations(): ReadonlyMap<string, InstallationStore> & Pick<InstallationCollection, "ofTeam"> {
    return this.#installations;
  }

  /** Ids of the pages of all brains. */
  get pageIds(): ReadonlySet<string> {
    return this.#pageIds;
  }

  /** The bindings of all brains. */
  get bindingIndex(): Pick<BindingIndex, "has" | "isBound"> {
    return this.#bindingIndex;
  }

  /** Yields the steps that add all records to an empty store, in the order of insertion. */
  *steps(): Generator<PutRecord> {
    yield this.#toPut({ array: "organizations", record: this.#organization });
    for (const record of this.#apiKeys.values()) yield this.#toPut({ array: "apiKeys", record });
    for (const id of this.#brains.keys()) yield* this.brainSteps(id);
    for (const id of this.#installations.keys()) yield* this.installationSteps(id);
    for (const id of this.#brains.keys()) yield* this.bindingSteps(id);
  }

  /** Yields the steps that add a brain and its pages. */
  *brainSteps(id: string): Generator<PutRecord> {
    const stored = this.#brains.get(id);
    if (stored) yield this.#toPut({ array: "brains", record: stored.brain });
    for (const record of stored?.pages.values() ?? []) yield this.#toPut({ array: "pages", record });
  }

  /** Yields the steps that add an installation and its channels. */
  *installationSteps(id: string): Generator<PutRecord> {
    const stored = this.#installations.get(id);
    if (stored) yield this.#toPut({ array: "installations", record: stored.installation });
    for (const record of stored?.channels.values() ?? []) yield this.#toPut({ array: "channels", record });
  }

  /** Yields the steps that add the bindings of a brain. */
  *bindingSteps(brainId: string): Generator<PutRecord> {
    for (const record of this.#brains.get(brainId)?.bindings.values() ?? []) {
      yield this.#toPut({ array: "bindings", record });
    }
  }

  /** Adds a record, or replaces the one with the same identity. The records that it refers to must exist. */
  put(entry: RecordEntry): void {
    this.#insert(entry);
    this.#report?.(this.#toPut(entry));
  }

  /** Deletes a record with the records that belong to it, and returns whether there was one. */
  delete(reference: RecordReference): boolean {
    this.#deleteDependents(reference);
    if (!this.#remove(reference)) return false;
    this.#report?.({ action: "delete", organizationId: this.id, ...reference });
    return true;
  }

  /** Ends all reports: these records have been replaced by others. A request that began before still changes them. */
  detach(): void {
    this.#report = undefined;
  }

  #toPut(entry: RecordEntry): PutRecord {
    return { action: "put", organizationId: this.id, ...entry };
  }

  #insert({ array, record }: RecordEntry): void {
    switch (array) {
      case "organizations":
        this.#organization = record;
        break;
      case "apiKeys":
        this.#apiKeys.set(record.key, record);
        break;
      case "brains":
        getOrAdd(this.#brains, record.id, () => new WritableBrain(record)).brain = record;
        break;
      case "pages": {
        const replaced = this.#brains.get(record.brainId)?.pages.put(record);
        if (replaced) this.#pageIds.delete(replaced.id);
        this.#pageIds.add(record.id);
        break;
      }
      case "installations":
        getOrAdd(this.#installations, record.id, () => new WritableInstallation(record)).installation = record;
        break;
      case "channels":
        this.#installations.get(record.installationId)?.channels.set(record.id, record);
        break;
      case "bindings":
        this.#brains.get(record.brainId)?.bindings.set(record.id, record);
        this.#bindingIndex.put(record);
        break;
    }
  }

  #deleteDependents({ array, record }: RecordReference): void {
    if (array === "brains") {
      const brain = this.#brains.get(record.id);
      this.#deleteBindings(brain?.bindings.values() ?? []);
      for (const { slug, brainId } of brain?.pages.values() ?? []) {
        this.delete({ array: "pages", record: { brainId, slug } });
      }
    } else if (array === "installations") {
      this.#deleteBindings(this.#bindingIndex.ofInstallation(record.id));
      for (const { id, installationId } of this.#installations.get(record.id)?.channels.values() ?? []) {
        this.delete({ array: "channels", record: { installationId, id } });
      }
    } else if (array === "channels") {
      this.#deleteBindings(this.#bindingIndex.ofChannel(record.installationId, record.id));
    }
  }

  #deleteBindings(bindings: Iterable<StoredBinding>): void {
    for (const { brainId, id } of bindings) this.delete({ array: "bindings", record: { brainId, id } });
  }

  #remove({ array, record }: RecordReference): boolean {
    switch (array) {
      case "organizations":
        return true;
      case "apiKeys":
        return this.#apiKeys.delete(record.key);
      case "brains":
        return this.#brains.delete(record.id);
      case "pages": {
        const page = this.#brains.get(record.brainId)?.pages.delete(record.slug);
        return page !== undefined && this.#pageIds.delete(page.id);
      }
      case "installations":
        return this.#installations.delete(record.id);
      case "channels":
        return this.#installations.get(record.installationId)?.channels.delete(record.id) ?? false;
      case "bindings":
        return (
          (this.#brains.get(record.brainId)?.bindings.delete(record.id) ?? false) &&
          this.#bindingIndex.delete(record.id)
        );
    }
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const created = create();
  map.set(key, created);
  return created;
}
