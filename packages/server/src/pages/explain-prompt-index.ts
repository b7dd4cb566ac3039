import type { StoredPage } from "../state/state.ts";
import { type IndexRank, indexRank } from "./prompt-index-order.ts";

/** Explains the position of a page in the prompt index, by what distinguishes it from the page that follows. */
export function explainPosition(page: StoredPage, next: StoredPage | undefined): string {
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
      other === null ? `Before ${slug}, which was never read` : `Read more recently (${own}) than ${slug} (${other})`,
  },
  {
    field: "updatedMs",
    explain: ({ updatedAt: own }, { slug, updatedAt: other }) =>
      `Updated more recently (${own}) than ${slug} (${other})`,
  },
  { field: "slug", explain: (_, { slug }) => `Before ${slug}, whose slug comes later in the alphabet` },
];
