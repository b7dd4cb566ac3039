import { sliceText } from "@knowledge-base/internal/texts";
import { contract, type IndexEntry } from "@knowledge-base/types";
import { maxIndexSummaryLength } from "@knowledge-base/types/internal";
import { choices } from "../basics/specification-choices.ts";
import { type Endpoint, fail, implementService } from "../http/endpoint.ts";
import { type StoredPage, toPage } from "./stored-page.ts";

/** Hides a page from the index and keeps its content. Specification, sections 3 and 4.2. */
export const pagesArchive = implementService(contract["pages.archive"], ({ input, organization, changes }) => {
  const pages = organization.collection("pages", input.brainId) ?? fail.notFound("Brain");
  const page = pages.get(input.slug) ?? fail.notFound("Page");
  if (page.status === "archived") return toPage(page);
  const archived: StoredPage = {
    ...page,
    ...choices.archivedPage,
    statusBeforeArchive: page.status,
    updatedAt: organization.tools.clock.timestamp(),
  };
  changes.make(() => organization.put("pages", archived));
  return toPage(archived);
});

const { default: defaultLimit, minimum, maximum } = choices.promptIndexLimit;

/** Returns the top pages of a brain, pinned ones first. Reading the index doesn't count as reading its pages. Section 4.4. */
export const promptIndexGet: Endpoint<(typeof contract)["promptIndex.get"]> = implementService(
  contract["promptIndex.get"],
  ({ input: { brainId, limit = defaultLimit }, organization }) => {
    if (limit < minimum || limit > maximum) fail.invalid(`limit must be from ${minimum} to ${maximum}`);
    const pages = organization.collection("pages", brainId) ?? fail.notFound("Brain");
    return pages.firstOfIndex(limit);
  },
  serializeIndex,
);

// The index of a brain is the same array until a page changes.
const indexJsonCache = new WeakMap<readonly IndexEntry[], string>();

function serializeIndex(index: readonly IndexEntry[]): string {
  const json = indexJsonCache.get(index) ?? JSON.stringify(index.map(toIndexEntry));
  indexJsonCache.set(index, json);
  return json;
}

function toIndexEntry({ slug, title, summary, pageType, pinned, status }: IndexEntry): IndexEntry {
  return { slug, title, summary: sliceText(summary, maxIndexSummaryLength), pageType, pinned, status };
}
