import { type Page, pageSchema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { objectSchema } from "../object-schema.ts";
import { type ExplainedPage, explainHidden, explainPromptIndex } from "../records/explain-prompt-index.ts";
import { indexRank } from "../records/prompt-index-order.ts";
import { type Command, inputSchema } from "./command.ts";

/** Input of `brains.rankPages`. */
export interface RankPagesInput {
  /** Id of the brain. */
  readonly brainId: string;
  /**
   * Maximum number of pages of the index, and of hidden pages, from 1 to 500.
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
const { slug, title, pageType, pinned, status } = pageSchema._zod.def.shape;

/** Returns the pages of the prompt index and those that are hidden from it. */
export const rankPages: Command<RankPagesInput, readonly RankedPage[]> = {
  summary: "Explain the prompt index",
  input: inputSchema({
    brainId: identifierSchema,
    limit: z.optional(z.int().check(z.minimum(minimum), z.maximum(maximum))),
  }),
  output: z.array(
    objectSchema<RankedPage>({
      slug,
      title,
      pageType,
      pinned,
      status,
      position: z.nullable(z.int()),
      why: z.string(),
    }),
  ),
  run({ brainId, limit = defaultLimit }, context) {
    const { store } = context.find("brains", { brainId }).organization;
    const pages = store.collection("pages", brainId);
    const hidden: ExplainedPage[] = [];
    for (const page of pages?.values() ?? []) {
      if (hidden.length === limit) break;
      if (!indexRank(page)) hidden.push(explainHidden(page));
    }
    return [...explainPromptIndex(pages?.top(limit + 1) ?? [], limit), ...hidden].map(toRankedPage);
  },
};

function toRankedPage({ page, position, why }: ExplainedPage): RankedPage {
  return {
    slug: page.slug,
    title: page.title,
    pageType: page.pageType,
    pinned: page.pinned,
    status: page.status,
    position,
    why,
  };
}
