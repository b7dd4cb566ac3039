/** What tells a record from all others of its kind: its id, or several fields together. */
type Identity = readonly (string | undefined)[];

/** Records of a state by identity, those that a store holds already among them. A part of an identity may be unreadable. */
export class KnownRecords<Known> {
  readonly #held: (...identity: string[]) => Known | undefined;
  readonly #added = new Map<string, Known>();
  #hasUnreadable = false;

  /** @param held looks for a record in the store */
  constructor(held: (...identity: string[]) => Known | undefined) {
    this.#held = held;
  }

  /** Adds a record, unless its identity is taken, and tells whether it did. An unreadable identity takes none. */
  add(identity: Identity, record: Known): boolean {
    if (!isReadable(identity)) this.#hasUnreadable = true;
    else if (this.get(identity)) return false;
    else this.#added.set(JSON.stringify(identity), record);
    return true;
  }

  /** The record with an identity. */
  get(identity: Identity): Known | undefined {
    if (!isReadable(identity)) return undefined;
    return this.#added.get(JSON.stringify(identity)) ?? this.#held(...identity);
  }

  /** Whether no record can have an identity: every one added is readable, and so is the identity. */
  lacks(identity: Identity): boolean {
    return !this.#hasUnreadable && isReadable(identity) && !this.get(identity);
  }
}

function isReadable(identity: Identity): identity is readonly string[] {
  return !identity.includes(undefined);
}
