import sortedBTree from "sorted-btree";
import { compareRanks, type Rank, rankOf } from "./rank.ts";
import type { StoredPage } from "./state.ts";

/** The pages of a brain by slug, and those that the prompt index shows in the order of their rank. */
export class PageCollection {
  readonly #bySlug = new Map<string, StoredPage>();
  readonly #byRank = new sortedBTree.default<Rank, StoredPage>(undefined, compareRanks);

  get(slug: string): StoredPage | undefined {
    return this.#bySlug.get(slug);
  }

  /** Adds a page, or replaces the page that has its slug. */
  put(page: StoredPage): void {
    const previous = this.#bySlug.get(page.slug);
    const previousRank = previous && rankOf(previous);
    if (previousRank) this.#byRank.delete(previousRank);
    this.#bySlug.set(page.slug, page);
    const rank = rankOf(page);
    if (rank) this.#byRank.set(rank, page);
  }

  /** The first pages of the prompt index. It reads as many pages as it returns, whatever the size of the brain. */
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
