import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { archiveOnce } from "../expectations/archive-once.ts";
import { assertNotShown } from "../expectations/assert-not-shown.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { readIndexes } from "../expectations/read-index.ts";
import { requireEntry } from "../expectations/require-entry.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { TargetPage } from "../target-controls.ts";

const needs = { write: true, records: ["brainId", "slug"] } as const;

/** Cases about the lists that an archived page is hidden from. */
export const pagesArchiveEffects: ConformanceCases = {
  "hidden-from-index": {
    title: "hides the page from the prompt index, and no other page",
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
    title: "hides the page from the list of pages, and no other page",
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
  "hidden-from-search": {
    title: "hides the page from a search for its title",
    sentences: ["3/archive"],
    level: "required",
    needs: { ...needs, controls: ["searchPages"] },
    async run(service) {
      const { before, foundBefore = [], page } = await archiveOnce(service);
      const text = requireEntry(before, page.slug).title;
      requireData(foundBefore.includes(page.slug), `needs a control searchPages that finds ${page.slug} by its title`);
      await service.eventually(async () => {
        const found = await service.control("searchPages")({ brainId: page.brainId, text });
        assert(!found.includes(page.slug), `the search for ${JSON.stringify(text)} still finds ${page.slug}`);
      });
    },
  },
  "hidden-in-its-brain": {
    title: "hides no page of another brain, with the same slug or another",
    sentences: ["3/archive", "2.1/slug"],
    level: "required",
    needs: { write: true, records: [...needs.records, "secondBrainId"] },
    async run(service) {
      const { otherBefore = [], page } = await archiveOnce(service);
      const after = await readIndexes(service, { brainId: service.recordId("secondBrainId") });
      const shown = after.flat().map(({ slug }) => slug);
      const lost = otherBefore.find(({ slug }) => !shown.includes(slug));
      assert(!lost, `the index of the other brain does not show ${lost?.slug} any more`);
      requireData(
        otherBefore.some(({ slug }) => slug === page.slug),
        `needs a secondBrainId with a page ${page.slug}, which has the slug of the record slug`,
      );
    },
  },
  "hidden-pinned": {
    title: "hides a pinned page from the prompt index, too",
    sentences: ["3/archive", "3/hidden-by-default"],
    level: "required",
    needs: { write: true, records: ["brainId", "pinnedSlug"], controls: ["restorePage"] },
    run: (service) => archivingPinned(service, () => service.eventually(() => assertNotShown(service, "pinnedSlug"))),
  },
  "hidden-pinned-from-list": {
    title: "hides a pinned page from the list of pages, too",
    sentences: ["3/archive", "3/hidden-by-default"],
    level: "required",
    needs: { write: true, records: ["brainId", "pinnedSlug"], controls: ["restorePage", "listPages"] },
    run: (service) =>
      archivingPinned(service, ({ brainId, slug }) =>
        service.eventually(async () => {
          const listed = await service.control("listPages")({ brainId });
          assert(!listed.includes(slug), `the list still has ${slug}`);
        }),
      ),
  },
};

/** Archives the known pinned page, calls a function, and restores the page. */
async function archivingPinned(service: Service, check: (page: TargetPage) => Promise<void>): Promise<void> {
  const { slug } = await findEntry(service, "pinnedSlug");
  const page = { brainId: service.recordId("brainId"), slug };
  await service.expectSuccess("pages.archive", { ids: { slug } });
  try {
    await check(page);
  } finally {
    await service.control("restorePage")(page);
  }
}
