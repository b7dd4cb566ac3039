import { formatTimePair } from "./format-time-pair.ts";
import { type IndexRank, indexRank } from "./prompt-index-order.ts";
import type { StoredPage } from "./record-types.ts";

/** A page with the reason for its position in the prompt index. */
export interface ExplainedPage {
  readonly page: StoredPage;
  /** Position in the index, beginning with 1; null if the page is hidden from it. */
  readonly position: number | null;
  /** Text that explains the position. */
  readonly why: string;
}

/**
 * Explains the positions of pages in the prompt index: each by what distinguishes the page from the one that follows.
 *
 * @param listed - the first pages of the index, in their order, and one more if there is one
 */
export function explainPromptIndex(listed: readonly StoredPage[], limit: number): ExplainedPage[] {
  return listed
    .slice(0, limit)
    .map((page, index) => ({ page, position: index + 1, why: explainPosition(page, listed[index + 1]) }));
}

/** Explains why a page is not in the prompt index. */
export function explainHidden(page: StoredPage): ExplainedPage {
  return { page, position: null, why: `Hidden, because its status is ${page.status}` };
}

function explainPosition(page: StoredPage, next: StoredPage | undefined): string {
  const facts = `${page.pinned ? "Pinned, status" : "Status"} ${page.status}`;
  const [own, following] = [indexRank(page), next && indexRank(next)];
  const criterion = criteria.find(({ field }) => own?.[field] !== following?.[field]);
  if (!next || !criterion) return `${facts}. No page follows`;
  return `${facts}. ${criterion.explain(page, next)}`;
}

/** The criteria of the order, beginning with the first that is compared. */
const criteria: readonly {
  readonly field: keyof IndexRank;
  readonly explain: (page: StoredPage, next: StoredPage) => string;
}[] = [
  { field: "pinned", explain: (_, { slug }) => `Before ${slug}, which is not pinned` },
  { field: "tier", explain: (_, { slug, status }) => `Before ${slug}, whose status is ${status}` },
  {
    field: "lastReferencedMs",
    explain: ({ lastReferencedAt: own }, { slug, lastReferencedAt: other }) =>
      own === null || other === null ? `Before ${slug}, which was never read` : compareTimes("Read", own, slug, other),
  },
  {
    field: "updatedMs",
    explain: ({ updatedAt }, { slug, updatedAt: other }) => compareTimes("Updated", updatedAt, slug, other),
  },
  { field: "slug", explain: (_, { slug }) => `Before ${slug}, whose slug comes later in the alphabet` },
];

function compareTimes(event: "Read" | "Updated", own: string, slug: string, other: string): string {
  const [time, otherTime] = formatTimePair(own, other);
  return `${event} more recently (${time}) than ${slug} (${otherTime})`;
}
