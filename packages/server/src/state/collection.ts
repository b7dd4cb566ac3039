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

  /** Returns the record that had the id before. */
  put(id: string, record: AnyRecord): AnyRecord | undefined {
    const previous = this.records.get(id);
    this.records.set(id, record);
    return previous;
  }

  delete(id: string): AnyRecord | undefined {
    const deleted = this.records.get(id);
    this.records.delete(id);
    return deleted;
  }

  /** Returns undefined if no record has the id `after`. */
  list(
    limit: number = choices.listLimit.default,
    after?: string,
    isListed: (record: AnyRecord) => boolean = () => true,
  ): AnyRecord[] | undefined {
    if (after !== undefined && !this.records.has(after)) return undefined;
    const listed: AnyRecord[] = [];
    let isAfter = after === undefined;
    for (const [id, record] of this.records) {
      if (isAfter && isListed(record)) listed.push(record);
      if (listed.length === limit) break;
      isAfter ||= id === after;
    }
    return listed;
  }
}
