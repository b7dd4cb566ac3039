import { OwnerIndex } from "./owner-index.ts";
import { RecordIndex } from "./record-index.ts";

/** Records whose ids are unique within an organization: those of the store and those that are being added. */
export class OwnedRecordIndex<Known> {
  readonly #records: RecordIndex<Known>;
  readonly #storedOwners: Pick<OwnerIndex, "get">;
  readonly #addedOwners = new OwnerIndex();
  #hasInvalidRecord = false;

  constructor(
    storedOwners: Pick<OwnerIndex, "get">,
    findStored: (organizationId: string, id: string) => Known | undefined,
  ) {
    this.#storedOwners = storedOwners;
    this.#records = new RecordIndex(findStored as (...identity: string[]) => Known | undefined);
  }

  /** Adds a record and returns true, unless its organization has one with this id. */
  add(organizationId: string | undefined, id: string | undefined, record: Known): boolean {
    if (organizationId === undefined || id === undefined) this.#hasInvalidRecord = true;
    else this.#addedOwners.add({ organizationId, id });
    return this.#records.add([organizationId, id], record);
  }

  get(organizationId: string | undefined, id: string | undefined): Known | undefined {
    return this.#records.get([organizationId, id]);
  }

  /** Returns the organizations that have a record with this id. */
  owners(id: string): ReadonlySet<string> {
    const added = this.#addedOwners.get(id);
    const stored = this.#storedOwners.get(id);
    if (added.size === 0) return stored;
    return stored.size === 0 ? added : new Set([...stored, ...added]);
  }

  /** Checks that no organization, or a given one, can have a record with this id. */
  isMissing(id: string | undefined, organizationId?: string): boolean {
    if (this.#hasInvalidRecord || id === undefined) return false;
    return organizationId === undefined ? this.owners(id).size === 0 : !this.get(organizationId, id);
  }
}
