import type { IndexEntry } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { readIndex, readIndexes, readLimitedIndex } from "../expectations/read-index.ts";
import { requireData } from "../require-data.ts";

/** Larger limits show nothing more about the order. */
const largestLimit = 10;

/** Cases about the place of pinned pages in the prompt index. */
export const promptIndexOrder: ConformanceCases = {
  "pinned-first": {
    title: "places pinned entries before all others",
    sentences: ["4.4/pinned-first", "2.4/pinned", "2.1/pinned"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const indexes = await readIndexes(service);
      for (const entries of indexes) {
        const firstOther = entries.find(({ pinned }) => !pinned);
        const late = firstOther && entries.slice(entries.indexOf(firstOther)).find(({ pinned }) => pinned);
        assert(!late, `the pinned entry ${late?.slug} comes after one that is not pinned`);
      }
      requirePinnedAndOthers(indexes.flat());
    },
  },
  "pinned-page": {
    title: "lists a known pinned page as pinned, before pages that are not pinned",
    sentences: ["2.4/pinned", "2.1/pinned", "4.4/pinned-first"],
    level: "required",
    needs: { records: ["brainId", "pinnedSlug"] },
    async run(service) {
      const { slug, pinned } = await findEntry(service, "pinnedSlug");
      assert(pinned, `the entry of ${slug} is not pinned`);
      const entries = await readIndex(service);
      const earlier = entries
        .slice(
          0,
          entries.findIndex((entry) => entry.slug === slug),
        )
        .find((entry) => !entry.pinned);
      assert(!earlier, `${earlier?.slug}, which is not pinned, comes before the pinned entry ${slug}`);
    },
  },
  "pinned-with-limit": {
    title: "places pinned pages first also with a limit, even if all entries are pinned",
    sentences: ["2.1/pinned", "4.4/pinned-first", "2.4/pinned"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const entries = await readIndex(service);
      requirePinnedAndOthers(entries);
      const count = entries.filter(({ pinned }) => pinned).length;
      for (let limit = 1; limit <= Math.min(count + 1, largestLimit); limit += 1) {
        const limited = (await readLimitedIndex(service, limit)) ?? [];
        const early = limited.slice(0, count).find(({ pinned }) => !pinned);
        assert(
          !early,
          `with limit=${limit} the index shows ${early?.slug}, which is not pinned, and not all pinned pages`,
        );
      }
    },
  },
  "limit-keeps-order": {
    title: "returns with a limit the first entries of the index without a limit",
    sentences: ["4.4/limit", "4.4/top-pages"],
    level: "choice",
    needs: { records: ["brainId"] },
    async run(service) {
      const all = slugsOf(await service.expectSuccess("promptIndex.get"));
      requireData(all.length > 3, "needs a brain with more than 3 pages");
      const limited = slugsOf(await service.expectSuccess("promptIndex.get", { query: "limit=3" }));
      assert(
        limited.join() === all.slice(0, 3).join(),
        `the index begins with ${all.slice(0, 3).join(", ")}, and with limit=3 it is ${limited.join(", ")}`,
      );
    },
  },
};

function requirePinnedAndOthers(entries: readonly IndexEntry[]): void {
  requireData(
    entries.some(({ pinned }) => pinned) && entries.some(({ pinned }) => !pinned),
    "needs a brain whose index shows a pinned page (such as the record pinnedSlug) and one that is not pinned",
  );
}

function slugsOf(entries: readonly IndexEntry[]): string[] {
  return entries.map(({ slug }) => slug);
}
