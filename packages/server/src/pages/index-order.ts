import { parseTimestamp } from "@knowledge-base/types/internal";
import { choices } from "../basics/specification-choices.ts";
import type { StoredPage } from "./stored-page.ts";

/** Returns whether a page is hidden from lists, search and the prompt index. Specification, sections 1 and 3. */
export function isHidden({ status }: StoredPage): boolean {
  return choices.promptIndexTier[status] === "hidden";
}

/** The order of the prompt index: the first criterion in which two pages differ decides, and the page with the lower rank comes first. */
export const criteria: readonly {
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

/** Explains why a page of the prompt index comes before the next one. */
export function explainOrder(page: StoredPage, next: StoredPage): string | undefined {
  return criteria.find(({ rank }) => rank(page) !== rank(next))?.explain(page, next);
}
