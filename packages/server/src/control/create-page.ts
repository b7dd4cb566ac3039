import { type Page, pageSchema } from "@knowledge-base/types";
import { generateUniqueId } from "../ids.ts";
import { slugify } from "../slugify.ts";
import { completeRecord } from "../store/record-defaults.ts";
import type { StoredPage } from "../store/state.ts";
import type { Command } from "./command.ts";
import { createOrganizationDefaultsContext } from "./command-context.ts";
import { type CreatePageInput, createPageSchema, rejectRepeatedSources } from "./page-content.ts";

/** The command `pages.create`. */
export const createPage: Command<CreatePageInput, Page> = {
  summary: "Create a page",
  input: createPageSchema,
  output: pageSchema,
  run(input, context) {
    const { brain, organization } = context.brain(input.brainId);
    const { store } = organization;
    rejectRepeatedSources(input.sources ?? []);
    const page = completeRecord(
      "pages",
      {
        ...input,
        id: input.id ?? generateUniqueId(organization.ids, "page", (candidate) => store.pageIds.has(candidate)),
        slug: input.slug ?? brain.pages.findFreeSlug(slugify(input.title)),
      },
      createOrganizationDefaultsContext(organization),
    );
    context.add("pages", { ...page, organizationId: store.id });
    return withoutPreviousStatus(brain.pages.get(page.slug) ?? page);
  },
};

/** Returns what the service shows of a page. */
export function withoutPreviousStatus({ statusBeforeArchive: _, ...page }: StoredPage): Page {
  return page;
}
