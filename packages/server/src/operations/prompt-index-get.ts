import { type IndexEntry, limits } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import type { StoredPage } from "../store/state.ts";
import { truncate } from "../truncate.ts";
import type { Rule } from "./rule.ts";

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

/** Returns the top pages of a brain, pinned ones first. Reading the index does not read its pages. Section 4.4. */
export const promptIndexGet: Rule<"promptIndex.get"> = {
  id: "promptIndex.get",
  check({ query: { limit = defaultLimit } }) {
    return limit < minimum || limit > maximum ? [`limit must be from ${minimum} to ${maximum}`] : [];
  },
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    return brain.pages.top(input.query.limit ?? defaultLimit).map(entryOf);
  },
  write: (entries) => `[${entries.map(textOf).join(",")}]`,
};

// A page is replaced and never changed, so that its entry and the text of that are made once.
const entryOfPage = new WeakMap<StoredPage, IndexEntry>();
const textOfEntry = new WeakMap<IndexEntry, string>();

function entryOf(page: StoredPage): IndexEntry {
  const { slug, title, summary, pageType, pinned, status } = page;
  const known = entryOfPage.get(page);
  if (known) return known;
  const entry = { slug, title, summary: truncate(summary, limits.indexSummaryLength), pageType, pinned, status };
  entryOfPage.set(page, entry);
  return entry;
}

function textOf(entry: IndexEntry): string {
  const text = textOfEntry.get(entry) ?? JSON.stringify(entry);
  textOfEntry.set(entry, text);
  return text;
}
