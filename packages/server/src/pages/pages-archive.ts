import { contract, type Page } from "@knowledge-base/types";
import { implementService } from "../http/implementation.ts";
import { choices } from "../state/choices.ts";
import type { StoredPage } from "../state/state.ts";
import { timestamp } from "../state/time.ts";

const embeddingJsonCache = new WeakMap<readonly number[], string>();

/** Hides a page from the index and keeps its content. Specification, sections 3 and 4.2. */
export const pagesArchive = implementService(
  contract["pages.archive"],
  ({ input, store, clock, fail }) => {
    const pages = store.collection("pages", input.brainId) ?? fail.notFound("Brain");
    const page = pages.get(input.slug) ?? fail.notFound("Page");
    if (page.status === "archived") return page;
    const archived: StoredPage = {
      ...page,
      ...choices.archivedPage,
      statusBeforeArchive: page.status,
      updatedAt: timestamp(clock.now()),
    };
    store.put("pages", archived);
    return archived;
  },
  serializePage,
);

/** Caches the JSON of the embedding, which is nearly all of the page and is shared by its versions. */
function serializePage(page: Page): string {
  const { embedding, statusBeforeArchive: _, ...rest }: Page & Pick<StoredPage, "statusBeforeArchive"> = page;
  const json = embeddingJsonCache.get(embedding) ?? JSON.stringify(embedding);
  embeddingJsonCache.set(embedding, json);
  return `${JSON.stringify(rest).slice(0, -1)},"embedding":${json}}`;
}
