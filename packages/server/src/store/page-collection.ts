import sortedBTree from "sorted-btree";
import { compareIndexRanks, type IndexRank, indexRank } from "./prompt-index-order.ts";
import type { StoredPage } from "./state.ts";

/** The pages of a brain by slug, and those in its prompt index in the order of the index. */
export class PageCollection {
  readonly #bySlug = new Map<string, StoredPage>();
  readonly #byRank = new sortedBTree.default<IndexRank, StoredPage>(undefined, compareIndexRanks);

  /** The last result of `top`, until a page changes. */
  #top: { readonly limit: number; readonly pages: readonly StoredPage[] } | undefined;

  /** For slugs that were taken: the number of the next one to try. The number of a deleted page is not used again. */
  readonly #nextNumbers = new Map<string, number>();

  get(slug: string): StoredPage | undefined {
    return this.#bySlug.get(slug);
  }

  /** Returns a slug if no page has it, or else the slug with the first number that makes it free: `tide-2`. */
  findFreeSlug(slug: string): string {
    if (!this.#bySlug.has(slug)) return slug;
    let number = this.#nextNumbers.get(slug) ?? 2;
    while (this.#bySlug.has(`${slug}-${number}`)) number += 1;
    this.#nextNumbers.set(slug, number);
    return `${slug}-${number}`;
  }

  /** Adds a page, or replaces the page with the same slug. Returns the replaced page. */
  put(page: StoredPage): StoredPage | undefined {
    const previous = this.#bySlug.get(page.slug);
    if (previous) this.#removeRank(previous);
    this.#bySlug.set(page.slug, page);
    const rank = indexRank(page);
    if (rank) this.#byRank.set(rank, page);
    this.#top = undefined;
    return previous;
  }

  /** Deletes a page and returns it. */
  delete(slug: string): StoredPage | undefined {
    const page = this.#bySlug.get(slug);
    if (page) this.#removeRank(page);
    this.#bySlug.delete(slug);
    return page;
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

  values(): IterableIterator<StoredPage> {
    return this.#bySlug.values();
  }

  #removeRank(page: StoredPage): void {
    const rank = indexRank(page);
    if (rank) this.#byRank.delete(rank);
    this.#top = undefined;
  }
}
