import { parseTimestamp } from "@knowledge-base/types/internal";
import { choices } from "../basics/choices.ts";
import { Collection } from "../organizations/collections.ts";
import type { StoredPage } from "./stored-page.ts";

/** What a page's position in the prompt index of its brain depends on. */
export interface IndexRank {
  readonly page: StoredPage;
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
    page,
    pinned: page.pinned,
    tier,
    lastReferencedMs: page.lastReferencedAt === null ? Number.NEGATIVE_INFINITY : parseTimestamp(page.lastReferencedAt),
    updatedMs: parseTimestamp(page.updatedAt),
    slug: page.slug,
  };
}

// Compares ranks: pinned pages first, then by tier, then by newest reference, newest update and slug.
function compareRanks(left: IndexRank, right: IndexRank): number {
  return (
    Number(right.pinned) - Number(left.pinned) ||
    left.tier - right.tier ||
    // The difference of two pages that were never read is NaN.
    right.lastReferencedMs - left.lastReferencedMs ||
    right.updatedMs - left.updatedMs ||
    (left.slug < right.slug ? -1 : left.slug > right.slug ? 1 : 0)
  );
}

/** The pages of a brain by slug, and the pages of its prompt index in their order. */
export class PageCollection extends Collection<StoredPage> {
  // Sorted when the index is first read: a seed adds many pages.
  #index: IndexRank[] | undefined;
  #top: { readonly limit: number; readonly pages: StoredPage[] } | undefined;

  override set(slug: string, page: StoredPage): this {
    this.#removeFromIndex(slug);
    const rank = this.#index && indexRank(page);
    if (rank) this.#index?.splice(this.#findPosition(rank), 0, rank);
    return super.set(slug, page);
  }

  override delete(slug: string): boolean {
    this.#removeFromIndex(slug);
    return super.delete(slug);
  }

  /** Returns a slug if no page has it, or else the slug with the first number that makes it free: `tide-2`. */
  findFreeSlug(slug: string): string {
    if (!this.has(slug)) return slug;
    let number = 2;
    while (this.has(`${slug}-${number}`)) number += 1;
    return `${slug}-${number}`;
  }

  /** Returns the first pages of the prompt index: the same array until a page changes or the limit is another. */
  top(limit: number): StoredPage[] {
    if (this.#top?.limit === limit) return this.#top.pages;
    this.#index ??= Array.from(this.values(), indexRank)
      .filter((rank) => rank !== undefined)
      .sort(compareRanks);
    const pages = this.#index.slice(0, limit).map(({ page }) => page);
    this.#top = { limit, pages };
    return pages;
  }

  #removeFromIndex(slug: string): void {
    this.#top = undefined;
    const page = this.#index && this.get(slug);
    const rank = page && indexRank(page);
    if (rank) this.#index?.splice(this.#findPosition(rank), 1);
  }

  // Returns where a page with this rank is in the index, or belongs.
  #findPosition(rank: IndexRank): number {
    let [start, end] = [0, this.#index?.length ?? 0];
    while (start < end) {
      const middle = (start + end) >>> 1;
      const other = this.#index?.[middle];
      if (other && compareRanks(other, rank) < 0) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}
