import { choices } from "./choices.ts";

/** Records of one kind with the same parent, in the order in which they were added. */
export class Collection<AnyRecord> {
  protected readonly records = new Map<string, AnyRecord>();
  /** Where the last list ended, so that the next one does not begin with the first record again. */
  #position: { readonly last: string; readonly rest: Iterator<[string, AnyRecord]> } | undefined;

  get size(): number {
    return this.records.size;
  }

  get(id: string): AnyRecord | undefined {
    return this.records.get(id);
  }

  has(id: string): boolean {
    return this.records.has(id);
  }

  values(): IterableIterator<AnyRecord> {
    return this.records.values();
  }

  /** Adds a record, or replaces the one with the same id. Returns the replaced record. */
  put(id: string, record: AnyRecord): AnyRecord | undefined {
    const previous = this.records.get(id);
    this.records.set(id, record);
    return previous;
  }

  /** Deletes a record and returns it. */
  delete(id: string): AnyRecord | undefined {
    const deleted = this.records.get(id);
    this.records.delete(id);
    // A record that is added again with the same id is the last one.
    if (this.#position?.last === id) this.#position = undefined;
    return deleted;
  }

  /** Returns the records after another one, or the first ones; undefined if there is no such record. */
  list(limit: number = choices.listLimit.default, after?: string): AnyRecord[] | undefined {
    if (after !== undefined && !this.records.has(after)) return undefined;
    const rest = this.#recordsAfter(after);
    const listed: AnyRecord[] = [];
    while (listed.length < limit) {
      const { value, done } = rest.next();
      // An iterator that is done would not find the records that are added later.
      if (done) return listed;
      listed.push(value[1]);
      if (listed.length === limit) this.#position = { last: value[0], rest };
    }
    return listed;
  }

  #recordsAfter(after: string | undefined): Iterator<[string, AnyRecord]> {
    const position = this.#position;
    if (after === undefined) return this.records.entries();
    this.#position = undefined;
    if (position?.last === after) return position.rest;
    const rest = this.records.entries();
    for (let next = rest.next(); !next.done && next.value[0] !== after; ) next = rest.next();
    return rest;
  }
}
