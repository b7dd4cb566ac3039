import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { archiveOnce } from "../expectations/archive-once.ts";
import { assertContentKept } from "../expectations/assert-content-kept.ts";
import { isShownSummary } from "../expectations/is-shown-summary.ts";
import { requireEntry } from "../expectations/require-entry.ts";
import { requireData } from "../require-data.ts";

const needs = { write: true, records: ["brainId", "slug"] } as const;

/** Cases about what archiving keeps. */
export const pagesArchiveContent: ConformanceCases = {
  "content-kept": {
    title: "keeps the title, the type and the pin of the page",
    sentences: ["3/archive", "2.4/title", "2.4/pageType", "2.1/pinned"],
    level: "required",
    needs,
    async run(service) {
      const { before, page } = await archiveOnce(service);
      for (const field of ["title", "pageType", "pinned"] as const) {
        const kept = requireEntry(before, page.slug)[field];
        assert(page[field] === kept, `the ${field} was ${kept}, and is ${page[field]} after archiving`);
      }
    },
  },
  summary: {
    title: "returns a summary whose first 160 characters are those of the prompt index",
    sentences: ["8/summary-length", "2.4/summary"],
    level: "required",
    needs,
    async run(service) {
      const { before, page } = await archiveOnce(service);
      const shown = requireEntry(before, page.slug).summary;
      assert(
        isShownSummary(shown, page.summary),
        `of a summary with ${page.summary.length} characters the index showed ${JSON.stringify(shown)}`,
      );
    },
  },
  "content-kept-as-read": {
    title: "returns the content, the version and the connections that the page had before",
    sentences: ["3/archive", "2.1/version"],
    level: "required",
    needs: { ...needs, controls: ["readPage"] },
    async run(service) {
      const { readBefore, page } = await archiveOnce(service);
      requireData(readBefore !== undefined, "needs a page that was read before it was archived");
      assertContentKept(readBefore, page, "after archiving");
    },
  },
  "content-kept-for-readers": {
    title: "keeps the content, the version and the connections of the archived page",
    sentences: ["3/archive", "2.1/version"],
    level: "required",
    needs: { ...needs, controls: ["readPage"] },
    async run(service) {
      const { readBefore, page } = await archiveOnce(service);
      const read = await service.control("readPage")({ brainId: page.brainId, slug: page.slug });
      assertContentKept({ ...readBefore, ...page }, read, "if it is read after archiving");
    },
  },
};
