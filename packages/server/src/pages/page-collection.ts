import { parseTimestamp } from "@knowledge-base/types/internal";
import sortedBTree from "sorted-btree";
import { choices } from "../state/choices.ts";
import { Collection } from "../state/collection.ts";
import type { StoredPage } from "./stored-page.ts";

/** Position of a page in the prompt index of its brain. */
export interface IndexRank {
  readonly pinned: boolean;
  readonly tier: number;
  readonly lastReferencedMs: number;
  readonly updatedMs: number;
  readonly slug: string;
}

/** Returns whether a page is hidden from lists, search and the prompt index. Specification, sections 1 and 3. */
export function isHidden({ status }: StoredPage): boolean {
  return choices.promptIndexTier[status] === "hidden";
}

/** Returns the rank of a page; undefined if the page is hidden from the index. */
export function indexRank(page: StoredPage): IndexRank | undefined {
  const tier = choices.promptIndexTier[page.status];
  if (tier === "hidden") return undefined;
  return {
    pinned: page.pinned,
    tier,
    lastReferencedMs: page.lastReferencedAt === null ? Number.NEGATIVE_INFINITY : parseTimestamp(page.lastReferencedAt),
    updatedMs: parseTimestamp(page.updatedAt),
    slug: page.slug,
  };
}

// Compares ranks: pinned pages first, then by tier, then by newest reference, newest update and slug.
function compareIndexRanks(left: IndexRank, right: IndexRank): number {
  return (
    Number(right.pinned) - Number(left.pinned) ||
    left.tier - right.tier ||
    // The difference of two pages that were never read is NaN.
    right.lastReferencedMs - left.lastReferencedMs ||
    right.updatedMs - left.updatedMs ||
    (left.slug < right.slug ? -1 : left.slug > right.slug ? 1 : 0)
  );
}

/** The pages of a brain by slug, and those in its prompt index in the order of the index. */
export class PageCollection extends Collection<StoredPage> {
  readonly #byRank = new sortedBTree.default<IndexRank, StoredPage>(undefined, compareIndexRanks);
  #top: { readonly limit: number; readonly pages: StoredPage[] } | undefined;

  override set(slug: string, page: StoredPage): this {
    this.#removeRank(slug);
    const rank = indexRank(page);
    if (rank) this.#byRank.set(rank, page);
    return super.set(slug, page);
  }

  override delete(slug: string): boolean {
    this.#removeRank(slug);
    return super.delete(slug);
  }

  /** Returns a slug if no page has it, or else the slug with the first number that makes it free: `tide-2`. */
  findFreeSlug(slug: string): string {
    if (!this.has(slug)) return slug;
    let number = 2;
    while (this.has(`${slug}-${number}`)) number += 1;
    return `${slug}-${number}`;
  }

  /**
   * Returns the first pages of the prompt index: the same array until a page changes or the limit is another. The cost depends on
   * their number, not on the size of the brain.
   */
  top(limit: number): StoredPage[] {
    if (this.#top?.limit === limit) return this.#top.pages;
    const pages: StoredPage[] = [];
    for (const page of this.#byRank.values()) {
      if (pages.length === limit) break;
      pages.push(page);
    }
    this.#top = { limit, pages };
    return pages;
  }

  #removeRank(slug: string): void {
    const page = this.get(slug);
    const rank = page && indexRank(page);
    if (rank) this.#byRank.delete(rank);
    this.#top = undefined;
  }
}
