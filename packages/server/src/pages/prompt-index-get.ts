import { sliceText } from "@knowledge-base/internal";
import { contract, type IndexEntry } from "@knowledge-base/types";
import { limits } from "@knowledge-base/types/internal";
import { type Implementation, implementService } from "../http/implementation.ts";
import { choices } from "../state/choices.ts";
import type { StoredPage } from "../state/state.ts";

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

/** Returns the top pages of a brain, pinned ones first. Reading the index does not count as reading its pages. Section 4.4. */
export const promptIndexGet: Implementation<(typeof contract)["promptIndex.get"]> = implementService(
  contract["promptIndex.get"],
  ({ input: { brainId, limit = defaultLimit }, store, fail }) => {
    if (limit < minimum || limit > maximum) fail.invalid(`limit must be from ${minimum} to ${maximum}`);
    const pages = store.collection("pages", brainId) ?? fail.notFound("Brain");
    return toIndex(pages.top(limit));
  },
  serializeIndex,
);

// A page is replaced and never changed, and so is the list of the top pages. What is made of them can be cached.
const indexCache = new WeakMap<readonly StoredPage[], IndexEntry[]>();
const indexJsonCache = new WeakMap<IndexEntry[], string>();
const entryCache = new WeakMap<StoredPage, IndexEntry>();
const entryJsonCache = new WeakMap<IndexEntry, string>();

function toIndex(pages: readonly StoredPage[]): IndexEntry[] {
  const cached = indexCache.get(pages);
  if (cached) return cached;
  const index = pages.map(toIndexEntry);
  indexCache.set(pages, index);
  return index;
}

function serializeIndex(index: IndexEntry[]): string {
  const json = indexJsonCache.get(index) ?? `[${index.map(serializeEntry).join(",")}]`;
  indexJsonCache.set(index, json);
  return json;
}

function toIndexEntry(page: StoredPage): IndexEntry {
  const { slug, title, summary, pageType, pinned, status } = page;
  const cached = entryCache.get(page);
  if (cached) return cached;
  const entry = { slug, title, summary: sliceText(summary, limits.indexSummaryLength), pageType, pinned, status };
  entryCache.set(page, entry);
  return entry;
}

function serializeEntry(entry: IndexEntry): string {
  const json = entryJsonCache.get(entry) ?? JSON.stringify(entry);
  entryJsonCache.set(entry, json);
  return json;
}
