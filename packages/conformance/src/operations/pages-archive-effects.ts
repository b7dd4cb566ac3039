import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { archiveOnce } from "../expectations/archive-once.ts";
import { assertNotShown } from "../expectations/assert-not-shown.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { readIndexes } from "../expectations/read-index.ts";
import { requireEntry } from "../expectations/require-entry.ts";
import { requireData } from "../require-data.ts";

const needs = { write: true, records: ["brainId", "slug"] } as const;

/** Cases about the lists that an archived page is hidden from. */
export const pagesArchiveEffects: ConformanceCases = {
  "hidden-from-index": {
    title: "hides the page from the prompt index, and no other one",
    sentences: ["3/archive", "3/hidden-by-default"],
    level: "required",
    needs,
    async run(service) {
      const { before, page } = await archiveOnce(service);
      requireEntry(before, page.slug);
      const shown = await service.eventually(async () => {
        const slugs = (await readIndexes(service)).flat().map(({ slug }) => slug);
        assert(!slugs.includes(page.slug), `the index still shows ${page.slug}`);
        return slugs;
      });
      const lost = before.find(({ slug }) => slug !== page.slug && !shown.includes(slug));
      assert(!lost, `the index does not show ${lost?.slug} any more, which was not archived`);
    },
  },
  "hidden-from-list": {
    title: "hides the page from the list of pages, and no other one",
    sentences: ["3/archive", "3/hidden-by-default"],
    level: "required",
    needs: { ...needs, controls: ["listPages"] },
    async run(service) {
      const { listedBefore = [], page } = await archiveOnce(service);
      requireData(listedBefore.includes(page.slug), `needs a control listPages that lists the page ${page.slug}`);
      await service.eventually(async () => {
        const listed = await service.control("listPages")({ brainId: page.brainId });
        assert(!listed.includes(page.slug), `the list still has ${page.slug}`);
        const lost = listedBefore.find((slug) => slug !== page.slug && !listed.includes(slug));
        assert(lost === undefined, `the list does not have ${lost} any more, which was not archived`);
      });
    },
  },
  "hidden-pinned": {
    title: "hides a pinned page from the prompt index, too",
    sentences: ["3/archive", "3/hidden-by-default"],
    level: "required",
    needs: { write: true, records: ["brainId", "pinnedSlug"], controls: ["restorePage"] },
    async run(service) {
      const { slug } = await findEntry(service, "pinnedSlug");
      await service.expectSuccess("pages.archive", { ids: { slug } });
      try {
        await service.eventually(() => assertNotShown(service, "pinnedSlug"));
      } finally {
        await service.control("restorePage")({ brainId: service.recordId("brainId"), slug });
      }
    },
  },
};
