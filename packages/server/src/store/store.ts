import { ApiKeyCollection } from "./api-key-collection.ts";
import { createPutStep } from "./create-put-step.ts";
import { OrganizationStore } from "./organization-store.ts";
import { OwnerIndex } from "./owner-index.ts";
import type { RecordEntry } from "./record-entry.ts";
import type { ApiKey, Organization, State } from "./state.ts";
import type { ChangeStep, DeleteRecord, PutRecord } from "./state-change.ts";
import { arrayNames, type StateArrays } from "./state-schemas.ts";
import { toState } from "./to-state.ts";
import { validateState } from "./validate-state.ts";

/**
 * All records of a server. A caller only has access to the {@link OrganizationStore} of its organization. Ids are unique within
 * an organization, API keys within the store.
 */
export class Store {
  /** How often records were replaced: those of one organization, or all. */
  revision: number;
  /** Called after each change, once it is set. */
  report: ((step: ChangeStep) => void) | undefined;
  /** Called before API keys are deleted. */
  onKeysDeleted: ((keys: Iterable<string>) => void) | undefined;
  readonly #organizations = new Map<string, OrganizationStore>();
  readonly #apiKeys = new ApiKeyCollection();
  readonly #brainOwners = new OwnerIndex();
  readonly #installationOwners = new OwnerIndex();
  /** The records with which each organization was created. */
  readonly #initialRecords = new Map<string, readonly PutRecord[]>();

  constructor(revision = 0) {
    this.revision = revision;
  }

  get organizations(): ReadonlyMap<string, OrganizationStore> {
    return this.#organizations;
  }

  /** The keys of all organizations. */
  get apiKeys(): ReadonlyMap<string, ApiKey> & Pick<ApiKeyCollection, "lengths"> {
    return this.#apiKeys;
  }

  /** The organizations that have a brain, by its id. */
  get brainOwners(): Omit<OwnerIndex, "add" | "delete"> {
    return this.#brainOwners;
  }

  /** The organizations that have an installation, by its id. */
  get installationOwners(): Omit<OwnerIndex, "add" | "delete"> {
    return this.#installationOwners;
  }

  /**
   * Adds records.
   *
   * @throws {@link StateError} if a record is malformed, duplicate, or refers to a missing record; then nothing is added
   */
  add(candidate: unknown): void {
    this.insert(validateState(candidate, this));
  }

  /** Adds copies of valid records. Those of a new organization become its initial records. */
  insert(arrays: StateArrays): void {
    const created = arrays.organizations.flatMap(({ id }) => (this.#organizations.get(id) ? [] : [id]));
    for (const array of arrayNames) {
      for (const record of arrays[array]) this.apply(createPutStep({ array, record } as RecordEntry, this));
    }
    for (const id of created) this.#rememberInitialRecords(id);
  }

  /** Carries out one step of a change. */
  apply(step: ChangeStep): void {
    switch (step.action) {
      case "put":
        if (step.array === "organizations" && !this.#organizations.has(step.organizationId)) {
          this.#organizations.set(step.organizationId, this.#createOrganization(step.record));
        }
        this.#organizations.get(step.organizationId)?.put(step);
        break;
      case "delete":
        if (step.array === "organizations") this.deleteOrganization(step.organizationId);
        else this.#organizations.get(step.organizationId)?.delete(step);
        break;
      case "clear":
        if (step.organizationId !== undefined) this.clearOrganization(step.organizationId);
        else for (const id of this.#organizations.keys()) this.deleteOrganization(id);
        break;
    }
  }

  /** Returns the records with which an organization was created. */
  initialRecords(organizationId: string): readonly PutRecord[] {
    return this.#initialRecords.get(organizationId) ?? [];
  }

  /** Returns a store with the same records, which both share. They become the initial records of their organizations. */
  clone(): Store {
    const clone = new Store(this.revision);
    for (const step of this.steps()) clone.apply(step);
    for (const id of this.#organizations.keys()) clone.#rememberInitialRecords(id);
    return clone;
  }

  /** Takes the place of another store. Reports its records, and all later changes. */
  replace(previous: Store): void {
    previous.detach();
    this.revision = previous.revision + 1;
    this.report = previous.report;
    this.report?.({ action: "clear" });
    if (this.report) for (const step of this.steps()) this.report(step);
  }

  /** Takes over the initial records of the organizations that another store has, too. */
  keepInitialRecords(other: Store): void {
    for (const [id, steps] of other.#initialRecords) {
      if (this.#organizations.has(id)) this.#initialRecords.set(id, steps);
    }
  }

  /** Takes an organization back to its initial records. */
  resetOrganization(id: string): void {
    const steps = this.initialRecords(id);
    this.clearOrganization(id);
    for (const step of steps) this.apply(step);
  }

  /** Deletes all records of an organization except its own. Requests in flight finish with the deleted records. */
  clearOrganization(id: string): void {
    const cleared = this.#organizations.get(id);
    if (!cleared) return;
    this.#forgetRecords(cleared);
    this.revision += 1;
    this.#organizations.set(id, this.#createOrganization(cleared.organization));
    this.report?.({ action: "clear", organizationId: id });
  }

  /** Deletes an organization with all its records. */
  deleteOrganization(id: string): void {
    const deleted = this.#organizations.get(id);
    if (!deleted) return;
    this.#forgetRecords(deleted);
    this.#organizations.delete(id);
    this.#initialRecords.delete(id);
    this.report?.({ action: "delete", array: "organizations", organizationId: id, record: { id } });
  }

  /** Ends all reports, because another store replaces this one. */
  detach(): void {
    for (const organization of this.#organizations.values()) organization.detach();
  }

  /** Returns a copy of all records: brain by brain, installation by installation, each in the order of insertion. */
  snapshot(): Required<State> {
    return toState(this.steps(), this);
  }

  /** Returns a copy of the records of one organization, as a complete state. */
  snapshotOf(organization: OrganizationStore): Required<State> {
    return toState(organization.steps());
  }

  /** Yields the steps that add all records to an empty store, in the order of insertion. */
  *steps(): Generator<PutRecord> {
    for (const { id, organization } of this.#organizations.values()) {
      yield { action: "put", organizationId: id, array: "organizations", record: organization };
    }
    for (const record of this.#apiKeys.values()) {
      yield { action: "put", organizationId: record.organizationId, array: "apiKeys", record };
    }
    for (const { organizationId, id } of this.#brainOwners.records()) {
      yield* this.#organizations.get(organizationId)?.brainSteps(id) ?? [];
    }
    for (const { organizationId, id } of this.#installationOwners.records()) {
      yield* this.#organizations.get(organizationId)?.installationSteps(id) ?? [];
    }
    for (const { organizationId, id } of this.#brainOwners.records()) {
      yield* this.#organizations.get(organizationId)?.bindingSteps(id) ?? [];
    }
  }

  #createOrganization(organization: Organization): OrganizationStore {
    return new OrganizationStore(organization, this.revision, (step) => {
      this.#updateIndexes(step);
      this.report?.(step);
    });
  }

  #rememberInitialRecords(id: string): void {
    this.#initialRecords.set(id, Array.from(this.#organizations.get(id)?.steps() ?? []));
  }

  #updateIndexes(step: PutRecord | DeleteRecord): void {
    const { array, organizationId } = step;
    const change = step.action === "put" ? "add" : "delete";
    if (array === "brains") this.#brainOwners[change]({ organizationId, id: step.record.id });
    else if (array === "installations") this.#installationOwners[change]({ organizationId, id: step.record.id });
    else if (array === "apiKeys" && step.action === "put") this.#apiKeys.set(step.record.key, step.record);
    else if (array === "apiKeys") {
      this.onKeysDeleted?.([step.record.key]);
      this.#apiKeys.delete(step.record.key);
    }
  }

  /** Removes the records of an organization from the indexes, and ends its reports. */
  #forgetRecords(organization: OrganizationStore): void {
    const { id, apiKeys, brains, installations } = organization;
    organization.detach();
    this.onKeysDeleted?.(apiKeys.keys());
    for (const key of apiKeys.keys()) this.#apiKeys.delete(key);
    for (const brainId of brains.keys()) this.#brainOwners.delete({ organizationId: id, id: brainId });
    for (const installationId of installations.keys())
      this.#installationOwners.delete({ organizationId: id, id: installationId });
  }
}
