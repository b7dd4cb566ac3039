import { limits } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import type { Rule } from "./rule.ts";
import { truncate } from "./truncate.ts";

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

/** Returns the top pages of a brain, pinned ones first. Reading the index does not read its pages. Section 4.4. */
export const promptIndexGet: Rule<"promptIndex.get"> = {
  id: "promptIndex.get",
  check({ query: { limit = defaultLimit } }) {
    return limit < minimum || limit > maximum ? [`limit must be from ${minimum} to ${maximum}`] : [];
  },
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    return brain.pages.top(input.query.limit ?? defaultLimit).map((page) => ({
      slug: page.slug,
      title: page.title,
      summary: truncate(page.summary, limits.indexSummaryLength),
      pageType: page.pageType,
      pinned: page.pinned,
      status: page.status,
    }));
  },
};
