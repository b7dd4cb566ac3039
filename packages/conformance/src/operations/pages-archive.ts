import { limits } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { jsonEqual } from "../json-equal.ts";
import { requireData } from "../require-data.ts";
import type { ArchiveResult, Service } from "../service.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "pages.archive";

/** Specification, sections 3 and 4.2. */
export const pagesArchive: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns the page with 201",
    section: "4.2",
    level: "required",
    needs: { write: true, records: ["brainId", "slug"] },
    async run(service) {
      const { page } = await service.archiveOnce();
      const slug = service.recordId("slug");
      const brainId = service.recordId("brainId");
      assert(page.slug === slug, `the page ${slug} was archived, and the page ${page.slug} was returned`);
      assert(page.brainId === brainId, `the page belongs to the brain ${brainId}, and not to ${page.brainId}`);
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id, "slug"),
  },
  rules: {
    "hidden-from-index": {
      title: "hides the page from the prompt index, and no other one",
      section: "1",
      level: "required",
      needs: { write: true, records: ["brainId", "slug"] },
      async run(service) {
        const { before, page } = await service.archiveOnce();
        findEntry(before, page.slug);
        const shown = await service.eventually(() => listSlugsWithout(service, page.slug));
        const lost = before.find(({ slug }) => slug !== page.slug && !shown.includes(slug));
        assert(!lost, `the index does not show ${lost?.slug} any more, which was not archived`);
      },
    },
    "content-kept": {
      title: "keeps the title, the type and the pin of the page",
      section: "3",
      level: "required",
      needs: { write: true, records: ["brainId", "slug"] },
      async run(service) {
        const { before, page } = await service.archiveOnce();
        for (const field of ["title", "pageType", "pinned"] as const) {
          const kept = findEntry(before, page.slug)[field];
          assert(page[field] === kept, `the ${field} was ${kept}, and is ${page[field]} after archiving`);
        }
      },
    },
    summary: {
      title: "has a summary that the prompt index showed whole, or the beginning of it",
      section: "8",
      level: "choice",
      needs: { write: true, records: ["brainId", "slug"] },
      async run(service) {
        const { before, page } = await service.archiveOnce();
        const shown = findEntry(before, page.slug).summary;
        const { length } = page.summary.slice(0, limits.indexSummaryLength).toWellFormed();
        assert(
          page.summary.startsWith(shown) && length - shown.length <= 1,
          `of a summary with ${page.summary.length} characters the index showed ${JSON.stringify(shown)}`,
        );
      },
    },
    fields: {
      title: "says that the page is archived in archived and in status",
      section: "3",
      level: "choice",
      needs: { write: true, records: ["brainId", "slug"] },
      async run(service) {
        const { archived, status } = (await service.archiveOnce()).page;
        assert(archived && status === "archived", `archived is ${archived} and status is ${status}`);
      },
    },
    again: {
      title: "returns 201 for an archived page, and changes nothing",
      section: "4.2",
      level: "choice",
      needs: { write: true, records: ["brainId", "slug"] },
      async run(service) {
        const { page } = await service.archiveOnce();
        assert(jsonEqual(page, await service.expectSuccess(id)), "archiving the page again changed it");
      },
    },
    restored: {
      title: "archives a page that can be restored, and comes back into the index",
      section: "3",
      level: "required",
      needs: { write: true, records: ["brainId", "slug"], controls: ["restorePage"] },
      async run(service) {
        const restore = service.control("restorePage");
        const { before, page } = await service.archiveOnce();
        await restore({ brainId: page.brainId, slug: page.slug });
        const entry = findEntry(before, page.slug);
        await service.eventually(async () => {
          const restored = (await service.expectSuccess("promptIndex.get")).find(({ slug }) => slug === page.slug);
          assert(restored !== undefined, `the index does not show ${page.slug} again`);
          assert(jsonEqual(restored, entry), "the page came back as another one");
        });
      },
    },
  },
};

function findEntry(entries: ArchiveResult["before"], slug: string) {
  const entry = entries.find((candidate) => candidate.slug === slug);
  requireData(entry !== undefined, `needs a record slug that the index shows before it is archived, unlike ${slug}`);
  return entry;
}

/** Requires that the index does not show a page, and returns the slugs of those that it shows. */
async function listSlugsWithout(service: Service, hidden: string): Promise<string[]> {
  const slugs = (await service.expectSuccess("promptIndex.get")).map(({ slug }) => slug);
  assert(!slugs.includes(hidden), `the index still shows ${hidden}`);
  return slugs;
}
