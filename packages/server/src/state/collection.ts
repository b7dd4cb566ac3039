import { choices } from "./choices.ts";

/** Records of one kind with the same parent, in the order in which they were added. */
export class Collection<AnyRecord> extends Map<string, AnyRecord> {
  /** Returns undefined if no record has the id `after`. */
  list(
    limit: number = choices.listLimit.default,
    after?: string,
    isListed: (record: AnyRecord) => boolean = () => true,
  ): AnyRecord[] | undefined {
    if (after !== undefined && !this.has(after)) return undefined;
    const listed: AnyRecord[] = [];
    let isAfter = after === undefined;
    for (const [id, record] of this) {
      if (isAfter && isListed(record)) listed.push(record);
      if (listed.length === limit) break;
      isAfter ||= id === after;
    }
    return listed;
  }
}
