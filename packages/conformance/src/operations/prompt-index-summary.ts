import { limits } from "@knowledge-base/types/internal";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { countGraphemes, isShownSummary } from "../expectations/is-shown-summary.ts";
import { readIndexes } from "../expectations/read-index.ts";
import { requireData } from "../require-data.ts";

/** A summary that is cut at the end of a word is hardly shorter. */
const shortestTruncated = 120;
const longSummary = "needs the record longSummarySlug: a page whose summary has more than 160 characters";

/** Cases about summaries in the prompt index. */
export const promptIndexSummary: ConformanceCases = {
  "summary-length": {
    title: "shows no summary of more than 160 characters, and no half of a surrogate pair",
    sentences: ["8/summary-length", "2.4/summary"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const entries = (await readIndexes(service)).flat();
      for (const { slug, summary } of entries) assertNotTooLong(slug, summary);
      requireData(
        entries.some(({ summary }) => summary.length >= shortestTruncated),
        longSummary,
      );
    },
  },
  "summary-truncated": {
    title: "truncates a long summary to exactly 160 characters",
    sentences: ["8/summary-length", "2.4/summary"],
    level: "required",
    needs: { records: ["brainId", "longSummarySlug"] },
    async run(service) {
      const { slug, summary } = await findEntry(service, "longSummarySlug");
      assertNotTooLong(slug, summary);
      assert(
        summary.length >= shortestTruncated,
        `of the summary of ${slug}, which has more than 160 characters, only ${summary.length} are shown`,
      );
    },
  },
  "summary-of-page": {
    title: "shows the first 160 characters of a long summary",
    sentences: ["8/summary-length", "2.4/summary"],
    level: "required",
    needs: { write: true, records: ["brainId", "longSummarySlug"], controls: ["readPage"] },
    async run(service) {
      const [brainId, slug] = [service.recordId("brainId"), service.recordId("longSummarySlug")];
      const { summary } = await service.control("readPage")({ brainId, slug });
      requireData(summary !== undefined && summary.length > limits.indexSummaryLength, longSummary);
      const shown = (await findEntry(service, "longSummarySlug")).summary;
      assert(
        isShownSummary(shown, summary),
        `of the summary ${JSON.stringify(summary)} the index shows ${JSON.stringify(shown)}`,
      );
    },
  },
  "summary-code-units": {
    title: "counts the 160 characters in UTF-16 code units",
    sentences: ["8/summary-length", "2.4/summary"],
    level: "choice",
    needs: { records: ["brainId", "longSummarySlug"] },
    async run(service) {
      const { slug, summary } = await findEntry(service, "longSummarySlug");
      assert(summary.length <= limits.indexSummaryLength, `the summary of ${slug} has ${summary.length} code units`);
    },
  },
};

function assertNotTooLong(slug: string, summary: string): void {
  const length = countGraphemes(summary);
  assert(length <= limits.indexSummaryLength, `the summary of ${slug} has ${length} characters`);
  assert(summary.isWellFormed(), `the summary of ${slug} has half a character: ${JSON.stringify(summary)}`);
}
