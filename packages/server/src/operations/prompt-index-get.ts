import { type IndexEntry, limits } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import type { StoredPage } from "../store/state.ts";
import { truncate } from "../truncate.ts";
import type { Rule } from "./rule.ts";

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

/** Returns the top pages of a brain, pinned ones first. Reading the index does not count as reading its pages. Section 4.4. */
export const promptIndexGet: Rule<"promptIndex.get"> = {
  id: "promptIndex.get",
  check({ query: { limit = defaultLimit } }) {
    return limit < minimum || limit > maximum ? [`limit must be from ${minimum} to ${maximum}`] : [];
  },
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    return brain.pages.top(input.query.limit ?? defaultLimit).map(toIndexEntry);
  },
  write: (entries) => `[${entries.map(serializeEntry).join(",")}]`,
};

// A page is replaced and never changed, so its entry and the JSON of the entry can be cached.
const entryCache = new WeakMap<StoredPage, IndexEntry>();
const jsonCache = new WeakMap<IndexEntry, string>();

function toIndexEntry(page: StoredPage): IndexEntry {
  const { slug, title, summary, pageType, pinned, status } = page;
  const cached = entryCache.get(page);
  if (cached) return cached;
  const entry = { slug, title, summary: truncate(summary, limits.indexSummaryLength), pageType, pinned, status };
  entryCache.set(page, entry);
  return entry;
}

function serializeEntry(entry: IndexEntry): string {
  const json = jsonCache.get(entry) ?? JSON.stringify(entry);
  jsonCache.set(entry, json);
  return json;
}
