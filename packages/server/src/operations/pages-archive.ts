import { choices } from "../choices.ts";
import { timestamp } from "../clock.ts";
import type { StoredPage } from "../store/state.ts";
import type { Rule } from "./rule.ts";
import { writePage } from "./write-page.ts";

/** Hides a page from the index and keeps all that it holds. Specification, sections 3 and 4.2. */
export const pagesArchive: Rule<"pages.archive"> = {
  id: "pages.archive",
  write: writePage,
  run({ input, store, clock, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    const page = brain.pages.get(input.params.slug) ?? fail.notFound("Page");
    if (page.status === "archived") return page;
    const archived: StoredPage = {
      ...page,
      ...choices.archivedPage,
      statusBeforeArchive: page.status,
      updatedAt: timestamp(clock.now()),
    };
    brain.pages.put(archived);
    return archived;
  },
};
