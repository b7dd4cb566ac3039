/** A record of an organization. */
export interface OwnedRecord {
  readonly organizationId: string;
  readonly id: string;
}

/** Records of all organizations, in the order of insertion, and the organizations that have a record with an id. */
export class OwnerIndex {
  readonly #records = new Map<string, OwnedRecord>();
  readonly #owners = new Map<string, Set<string>>();

  /** Adds a record; one that is known keeps its position. */
  add(record: OwnedRecord): void {
    const { organizationId, id } = record;
    this.#records.set(JSON.stringify([organizationId, id]), record);
    const owners = this.#owners.get(id);
    if (owners) owners.add(organizationId);
    else this.#owners.set(id, new Set([organizationId]));
  }

  delete({ organizationId, id }: OwnedRecord): void {
    this.#records.delete(JSON.stringify([organizationId, id]));
    const owners = this.#owners.get(id);
    owners?.delete(organizationId);
    if (owners?.size === 0) this.#owners.delete(id);
  }

  /** Returns the organizations that have a record with an id, in the order in which they got it. */
  get(id: string): ReadonlySet<string> {
    return this.#owners.get(id) ?? none;
  }

  /** Checks whether several organizations have a record with an id. */
  isRepeated(id: string): boolean {
    return this.get(id).size > 1;
  }

  records(): Iterable<OwnedRecord> {
    return this.#records.values();
  }
}

const none: ReadonlySet<string> = new Set();
