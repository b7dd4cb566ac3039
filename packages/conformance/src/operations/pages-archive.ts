import { limits } from "@knowledge-base/types";
import { expect, NotChecked } from "../deviation.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { isSame } from "../same.ts";
import type { Archival } from "../service.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "./refusals.ts";

const id = "pages.archive";

/** Specification, sections 3 and 4.2. */
export const pagesArchive: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns the page with 201",
    section: "4.2",
    async run(service) {
      const { page } = await service.archive();
      const slug = service.record("slug");
      const brainId = service.record("brainId");
      expect(page.slug === slug, `the page ${slug} was archived, and the page ${page.slug} was answered`);
      expect(page.brainId === brainId, `the page belongs to the brain ${brainId}, and not to ${page.brainId}`);
    },
  },
  errors: {
    400: refusesMalformedPath(id),
    401: refusesStrangers(id),
    404: refusesUnknown(id, "slug"),
  },
  rules: {
    "hidden-from-index": {
      title: "hides the page from the prompt index, and no other one",
      section: "1",
      async run(service) {
        const { before, page, after } = await service.archive();
        entryOf(before, page.slug);
        const shown = after.map(({ slug }) => slug);
        expect(!shown.includes(page.slug), `the index still shows ${page.slug}`);
        const lost = before.find(({ slug }) => slug !== page.slug && !shown.includes(slug));
        expect(!lost, `the index does not show ${lost?.slug} any more, which was not archived`);
      },
    },
    "content-kept": {
      title: "keeps the title, the type and the pin of the page",
      section: "3",
      async run(service) {
        const { before, page } = await service.archive();
        for (const field of ["title", "pageType", "pinned"] as const) {
          const kept = entryOf(before, page.slug)[field];
          expect(page[field] === kept, `the ${field} was ${kept}, and is ${page[field]} after archiving`);
        }
      },
    },
    summary: {
      title: "has a summary that the prompt index showed whole, or the beginning of it",
      section: "8",
      isChoice: true,
      async run(service) {
        const { before, page } = await service.archive();
        const shown = entryOf(before, page.slug).summary;
        const { length } = page.summary.slice(0, limits.indexSummaryLength).toWellFormed();
        expect(
          page.summary.startsWith(shown) && length - shown.length <= 1,
          `of a summary with ${page.summary.length} characters the index showed ${JSON.stringify(shown)}`,
        );
      },
    },
    fields: {
      title: "says that the page is archived in archived and in status",
      section: "3",
      isChoice: true,
      async run(service) {
        const { archived, status } = (await service.archive()).page;
        expect(archived && status === "archived", `archived is ${archived} and status is ${status}`);
      },
    },
    again: {
      title: "answers 201 for an archived page, and changes nothing",
      section: "4.2",
      isChoice: true,
      async run(service) {
        const { page } = await service.archive();
        expect(isSame(page, await service.succeed(id)), "archiving the page again changed it");
      },
    },
    restored: {
      title: "archives a page that can be restored, and comes back into the index",
      section: "3",
      async run(service) {
        const restore = service.control("restorePage");
        const { before, page } = await service.archive();
        await restore({ brainId: page.brainId, slug: page.slug });
        const entry = entryOf(await service.succeed("promptIndex.get"), page.slug);
        expect(isSame(entry, entryOf(before, page.slug)), "the page came back as another one");
      },
    },
  },
};

function entryOf(entries: Archival["before"], slug: string) {
  const entry = entries.find((candidate) => candidate.slug === slug);
  if (!entry) throw new NotChecked(`needs a slug that the index shows, other than ${slug}`);
  return entry;
}
