import sortedBTree from "sorted-btree";
import { compareIndexRanks, type IndexRank, indexRank } from "../pages/prompt-index-order.ts";
import { choices } from "./choices.ts";
import type { StoredPage } from "./state.ts";

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

/** The pages of a brain by slug, and those in its prompt index in the order of the index. */
export class PageCollection extends Collection<StoredPage> {
  readonly #byRank = new sortedBTree.default<IndexRank, StoredPage>(undefined, compareIndexRanks);
  /** The last result of `top`, until a page changes. */
  #top: { readonly limit: number; readonly pages: readonly StoredPage[] } | undefined;
  /** For slugs that were taken: the first number to try, so that many pages with the same title cost little. */
  readonly #nextNumbers = new Map<string, number>();

  override put(slug: string, page: StoredPage): StoredPage | undefined {
    const previous = super.put(slug, page);
    if (previous) this.#removeRank(previous);
    const rank = indexRank(page);
    if (rank) this.#byRank.set(rank, page);
    this.#top = undefined;
    return previous;
  }

  override delete(slug: string): StoredPage | undefined {
    const page = super.delete(slug);
    if (page) this.#removeRank(page);
    return page;
  }

  /** Returns a slug if no page has it, or else the slug with the first number that makes it free: `tide-2`. */
  findFreeSlug(slug: string): string {
    if (!this.has(slug)) return slug;
    let number = this.#nextNumbers.get(slug) ?? 2;
    while (this.has(`${slug}-${number}`)) number += 1;
    this.#nextNumbers.set(slug, number);
    return `${slug}-${number}`;
  }

  /**
   * Returns the first pages of the prompt index: the same array until a page changes or the limit is another. The cost depends on
   * their number, not on the size of the brain.
   */
  top(limit: number): readonly StoredPage[] {
    if (this.#top?.limit === limit) return this.#top.pages;
    const pages: StoredPage[] = [];
    for (const page of this.#byRank.values()) {
      if (pages.length === limit) break;
      pages.push(page);
    }
    this.#top = { limit, pages };
    return pages;
  }

  #removeRank(page: StoredPage): void {
    const rank = indexRank(page);
    if (rank) this.#byRank.delete(rank);
    this.#top = undefined;
  }
}
