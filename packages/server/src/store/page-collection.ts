import sortedBTree from "sorted-btree";
import { compareIndexRanks, type IndexRank, indexRank } from "./prompt-index-order.ts";
import type { StoredPage } from "./state.ts";

/** The pages of a brain by slug, and those in its prompt index in the order of the index. */
export class PageCollection {
  readonly #bySlug = new Map<string, StoredPage>();
  readonly #byRank = new sortedBTree.default<IndexRank, StoredPage>(undefined, compareIndexRanks);

  get(slug: string): StoredPage | undefined {
    return this.#bySlug.get(slug);
  }

  /** Adds a page, or replaces the page with the same slug. */
  put(page: StoredPage): void {
    const previous = this.#bySlug.get(page.slug);
    const previousRank = previous && indexRank(previous);
    if (previousRank) this.#byRank.delete(previousRank);
    this.#bySlug.set(page.slug, page);
    const rank = indexRank(page);
    if (rank) this.#byRank.set(rank, page);
  }

  /** Returns the first pages of the prompt index. The cost depends on their number, not on the size of the brain. */
  top(limit: number): StoredPage[] {
    const pages: StoredPage[] = [];
    for (const page of this.#byRank.values()) {
      if (pages.length === limit) break;
      pages.push(page);
    }
    return pages;
  }

  values(): IterableIterator<StoredPage> {
    return this.#bySlug.values();
  }
}
