/** One field that identifies a record, or several together; undefined if a field is invalid or unknown. */
export type Identity = readonly (string | undefined)[];

/** Records by identity: those of the store and those that are being added. */
export class RecordIndex<Known> {
  readonly #findStored: (...identity: string[]) => Known | undefined;
  readonly #added = new Map<string, Known>();
  #hasInvalidIdentity = false;

  constructor(findStored: (...identity: string[]) => Known | undefined) {
    this.#findStored = findStored;
  }

  /** Adds a record and returns true, unless its identity is taken. An invalid identity is never taken. */
  add(identity: Identity, record: Known): boolean {
    if (!isValid(identity)) this.#hasInvalidIdentity = true;
    else if (this.get(identity)) return false;
    else this.#added.set(JSON.stringify(identity), record);
    return true;
  }

  get(identity: Identity): Known | undefined {
    if (!isValid(identity)) return undefined;
    return this.#added.get(JSON.stringify(identity)) ?? this.#findStored(...identity);
  }

  /** Checks that no record can have a valid identity; a record with an invalid identity might have had it. */
  isMissing(identity: Identity): boolean {
    return !this.#hasInvalidIdentity && isValid(identity) && !this.get(identity);
  }
}

function isValid(identity: Identity): identity is readonly string[] {
  return !identity.includes(undefined);
}
