import { choices } from "./choices.ts";

/** Records of one kind with the same parent, in the order in which they were added. */
export class Collection<AnyRecord> {
  protected readonly records = new Map<string, AnyRecord>();

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
    return deleted;
  }

  /** Returns the records after another one, or the first ones; undefined if there is no such record. */
  list(limit: number = choices.listLimit.default, after?: string): AnyRecord[] | undefined {
    if (after !== undefined && !this.records.has(after)) return undefined;
    const listed: AnyRecord[] = [];
    let isAfter = after === undefined;
    for (const [id, record] of this.records) {
      if (isAfter) listed.push(record);
      if (listed.length === limit) break;
      isAfter ||= id === after;
    }
    return listed;
  }
}
