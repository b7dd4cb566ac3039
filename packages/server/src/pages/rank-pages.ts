import { type Page, pageSchema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { choices } from "../basics/choices.ts";
import { objectSchema, strictObjectSchema } from "../basics/object-schema.ts";
import type { Action } from "../control/action.ts";
import { explainOrder, isHidden } from "./page-collection.ts";
import type { StoredPage } from "./stored-page.ts";

/** Input of `brains.rankPages`. */
export interface RankPagesInput {
  /** Id of the brain. */
  readonly brainId: string;
  /**
   * Maximum number of pages of the index, and of hidden pages: any limit that `promptIndex.get` accepts.
   *
   * @default 50
   */
  readonly limit?: number | undefined;
}

/** A page with the reason for its position in the prompt index of its brain. */
export type RankedPage = Pick<Page, "slug" | "title" | "pageType" | "pinned" | "status"> & {
  /** Position in the index, 1 or more; null if the page is hidden from it. */
  readonly position: number | null;
  /** Text that explains the position: why the page comes before the next one, or why it is hidden. */
  readonly why: string;
};

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;
const { shape } = pageSchema;

/** Returns the pages of the prompt index, then the pages that are hidden from it. */
export const rankPages: Action<RankPagesInput, readonly RankedPage[]> = {
  summary: "Rank the pages of a brain",
  input: strictObjectSchema({
    brainId: identifierSchema,
    limit: z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum))),
  }),
  output: z.array(
    objectSchema<RankedPage>({
      slug: shape.slug,
      title: shape.title,
      pageType: shape.pageType,
      pinned: shape.pinned,
      status: shape.status,
      position: z.nullable(z.int()),
      why: z.string(),
    }),
  ),
  run({ brainId, limit = defaultLimit }, context) {
    const pages = context.find("brains", { brainId }).organization.collection("pages", brainId);
    const listed = pages?.top(limit + 1) ?? [];
    const ranked = listed
      .slice(0, limit)
      .map((page, index) => toRankedPage(page, index + 1, explainPosition(page, listed[index + 1])));
    const hidden: RankedPage[] = [];
    for (const page of pages?.values() ?? []) {
      if (hidden.length === limit) break;
      if (isHidden(page)) hidden.push(toRankedPage(page, null, `Hidden, because its status is ${page.status}`));
    }
    return [...ranked, ...hidden];
  },
};

function toRankedPage(page: StoredPage, position: number | null, why: string): RankedPage {
  const { slug, title, pageType, pinned, status } = page;
  return { slug, title, pageType, pinned, status, position, why };
}

function explainPosition(page: StoredPage, next: StoredPage | undefined): string {
  const facts = `${page.pinned ? "Pinned, status" : "Status"} ${page.status}`;
  return `${facts}. ${(next && explainOrder(page, next)) ?? "No page follows"}`;
}
