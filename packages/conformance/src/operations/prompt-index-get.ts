import { limits } from "@knowledge-base/types";
import { expect } from "../conformance-error.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { refusesStrangers, refusesUnknown } from "../refusals.ts";

/** Specification, section 4.4. */
export const promptIndexGet: OperationSpec<"promptIndex.get"> = {
  id: "promptIndex.get",
  success: {
    title: "lists the known page, pinned entries first, with short summaries and no more than the limit",
    async run(service) {
      const entries = await service.succeed("promptIndex.get");
      expect(
        entries.some(({ slug }) => slug === service.known.slug),
        "the index does not show the known page",
      );
      const firstUnpinned = entries.findIndex(({ pinned }) => !pinned);
      const lastPinned = entries.findLastIndex(({ pinned }) => pinned);
      expect(firstUnpinned === -1 || lastPinned < firstUnpinned, "a pinned entry stands behind one that is not");
      for (const { slug, summary } of entries) {
        expect(summary.length <= limits.indexSummaryLength, `the summary of ${slug} has ${summary.length} characters`);
      }
      const [first] = await service.succeed("promptIndex.get", { query: "limit=1" });
      expect(first?.slug === entries[0]?.slug, "the index with limit=1 begins with another page");
    },
  },
  errors: {
    400: {
      title: "refuses a limit that is not a whole number",
      async run(service) {
        for (const limit of ["many", "1.5", ""])
          await service.refuse("promptIndex.get", 400, { query: `limit=${limit}` });
      },
    },
    401: refusesStrangers("promptIndex.get"),
    404: refusesUnknown("promptIndex.get", ["brainId"]),
  },
};
