import type { Page } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { choices } from "../basics/specification-choices.ts";
import { Collection } from "../store/collections.ts";
import type { StoredPage } from "./stored-page.ts";

/** Returns whether a page is hidden from lists, search and the prompt index. Specification, sections 1 and 3. */
export function isHidden({ status }: StoredPage): boolean {
  return choices.promptIndexTier[status] === "hidden";
}

// The order of the prompt index: the first criterion in which two pages differ decides, and the page with the lower rank comes first.
const criteria: readonly {
  readonly rank: (page: StoredPage) => number | string;
  readonly explain: (page: StoredPage, next: StoredPage) => string;
}[] = [
  {
    rank: ({ pinned }) => (pinned ? 0 : 1),
    explain: (_, { slug }) => `Before ${slug}, which is not pinned`,
  },
  {
    rank: ({ status }) => choices.promptIndexTier[status],
    explain: (_, { slug, status }) => `Before ${slug}, whose status is ${status}`,
  },
  {
    rank: ({ lastReferencedAt }) =>
      lastReferencedAt === null ? Number.POSITIVE_INFINITY : -parseTimestamp(lastReferencedAt),
    explain: ({ lastReferencedAt }, { slug, lastReferencedAt: nextTime }) =>
      nextTime === null
        ? `Before ${slug}, which was never read`
        : `Read more recently (${lastReferencedAt}) than ${slug} (${nextTime})`,
  },
  {
    rank: ({ updatedAt }) => -parseTimestamp(updatedAt),
    explain: ({ updatedAt }, { slug, updatedAt: nextTime }) =>
      `Updated more recently (${updatedAt}) than ${slug} (${nextTime})`,
  },
  {
    rank: ({ slug }) => slug,
    explain: (_, { slug }) => `Before ${slug}, whose slug comes later in the alphabet`,
  },
];

/** A page with the reason for its position in the prompt index of its brain. */
export type RankedPage = Pick<Page, "slug" | "title" | "pageType" | "pinned" | "status"> & {
  /** Position in the index, 1 or more; null if the page is hidden from it. */
  readonly position: number | null;
  /** Text that explains the position: why the page comes before the next one, or why it is hidden. */
  readonly why: string;
};

// A page of the prompt index, with its rank by each criterion.
interface IndexedPage {
  readonly page: StoredPage;
  readonly ranks: readonly (number | string)[];
}

// Returns undefined if the page is hidden from the index.
function toIndexedPage(page: StoredPage): IndexedPage | undefined {
  return isHidden(page) ? undefined : { page, ranks: criteria.map(({ rank }) => rank(page)) };
}

function compareIndexed(left: IndexedPage, right: IndexedPage): number {
  for (const [index, leftRank] of left.ranks.entries()) {
    const rightRank = right.ranks[index] ?? "";
    if (leftRank !== rightRank) return leftRank < rightRank ? -1 : 1;
  }
  return 0;
}

/** The pages of a brain by slug, and the pages of its prompt index in their order. */
export class PageCollection extends Collection<StoredPage> {
  // Sorted when the index is first read: a seed adds many pages.
  #index: IndexedPage[] | undefined;
  #top: { readonly limit: number; readonly pages: StoredPage[] } | undefined;

  override set(slug: string, page: StoredPage): this {
    this.#removeFromIndex(slug);
    const indexed = this.#index && toIndexedPage(page);
    if (indexed) this.#index?.splice(this.#findPosition(indexed), 0, indexed);
    return super.set(slug, page);
  }

  override clear(): void {
    this.#index = undefined;
    this.#top = undefined;
    super.clear();
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
  firstOfIndex(limit: number): StoredPage[] {
    if (this.#top?.limit === limit) return this.#top.pages;
    this.#index ??= Array.from(this.values(), toIndexedPage)
      .filter((indexed) => indexed !== undefined)
      .sort(compareIndexed);
    const pages = this.#index.slice(0, limit).map(({ page }) => page);
    this.#top = { limit, pages };
    return pages;
  }

  /** Returns the first pages of the prompt index, then the first hidden pages, each with the reason for its position. */
  rank(limit: number): RankedPage[] {
    const pages = this.firstOfIndex(limit + 1);
    const hidden = this.list(limit, undefined, isHidden) ?? [];
    return [
      ...pages.slice(0, limit).map((page, i) => toRankedPage(page, i + 1, explainPosition(page, pages[i + 1]))),
      ...hidden.map((page) => toRankedPage(page, null, `Hidden, because its status is ${page.status}`)),
    ];
  }

  #removeFromIndex(slug: string): void {
    this.#top = undefined;
    const page = this.#index && this.get(slug);
    const indexed = page && toIndexedPage(page);
    if (indexed) this.#index?.splice(this.#findPosition(indexed), 1);
  }

  // Returns the position of a page in the index, or where it belongs.
  #findPosition(indexed: IndexedPage): number {
    let [start, end] = [0, this.#index?.length ?? 0];
    while (start < end) {
      const middle = (start + end) >>> 1;
      const other = this.#index?.[middle];
      if (other && compareIndexed(other, indexed) < 0) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}

function toRankedPage(page: StoredPage, position: number | null, why: string): RankedPage {
  const { slug, title, pageType, pinned, status } = page;
  return { slug, title, pageType, pinned, status, position, why };
}

function explainPosition(page: StoredPage, next: StoredPage | undefined): string {
  const facts = `${page.pinned ? "Pinned, status" : "Status"} ${page.status}`;
  const reason = next && criteria.find(({ rank }) => rank(page) !== rank(next))?.explain(page, next);
  return `${facts}. ${reason ?? "No page follows"}`;
}
