import type { IndexEntry } from "@knowledge-base/types";
import { maxIndexSummaryLength, parseSync, slugSchema } from "@knowledge-base/types/internal";
import { madeUpId, type Service } from "../run/service.ts";
import { assert, fail, skipUnless } from "../run/verdict.ts";
import { casesAbout, casesOf } from "./case.ts";
import { expectEqualFields } from "./helpers/compare.ts";
import { errorCases } from "./helpers/error-cases.ts";
import {
  countGraphemes,
  expectNotShown,
  findEntry,
  isShownSummary,
  readBoth,
  readEntries,
  readIndex,
  readLimitedIndex,
} from "./helpers/read-index.ts";

const id = "promptIndex.get";
const aboutIndex = casesAbout({ sections: ["4.4", "2.4"], needs: ["brainId"] });
const aboutHidden = casesAbout({ sections: ["3"], needs: ["brainId"] });
const aboutSummary = casesAbout({ sections: ["8", "2.4"], needs: ["brainId"] });

// A summary that is cut at the end of a word is hardly shorter.
const shortestTruncated = 120;

/** Specification, section 4.4. */
export const promptIndexGetCases = casesOf(id, {
  "returns-400": aboutIndex.required("returns 400 for a limit that is not an integer", async (service) => {
    for (const limit of ["many", "1.5", "5x"]) await service.expectError(id, 400, { query: `limit=${limit}` });
  }),
  ...errorCases(id),
  "pinned-first": aboutIndex.required("places pinned entries before all others", async (service) => {
    for (const entries of await readBoth(service)) {
      const firstOther = entries.findIndex(({ pinned }) => !pinned);
      const late = firstOther < 0 ? undefined : entries.slice(firstOther).find(({ pinned }) => pinned);
      assert(!late, `the pinned entry ${late?.slug} comes after one that is not pinned`);
    }
    await countPinned(service);
  }),
  "pinned-page": aboutIndex.required("places a known pinned page first", ["pinnedSlug"], async (service, given) => {
    const { slug, pinned } = await findEntry(service, given.pinnedSlug);
    assert(pinned, `the entry of ${slug} is not pinned`);
    const entries = await readIndex(service);
    const place = entries.findIndex((entry) => entry.slug === slug);
    const earlier = entries.slice(0, place).find((entry) => !entry.pinned);
    assert(!earlier, `${earlier?.slug}, which is not pinned, comes before the pinned entry ${slug}`);
  }),
  "pinned-with-limit": aboutIndex.required("places pinned pages first also with a limit", async (service) => {
    const count = await countPinned(service);
    // Larger limits show nothing more about the order.
    let accepted = 0;
    for (let limit = 1; limit <= Math.min(count + 1, 10); limit += 1) {
      const limited = (await readLimitedIndex(service, limit)) ?? [];
      accepted += limited.length;
      const early = limited.slice(0, count).find(({ pinned }) => !pinned);
      assert(
        !early,
        `with limit=${limit} the index shows ${early?.slug}, which is not pinned, and not all pinned pages`,
      );
    }
    skipUnless(accepted > 0, "a service that accepts limits up to 10");
  }),
  "limit-keeps-order": aboutIndex.choice("returns with a limit the first entries", async (service) => {
    const slugs = async (query: string) => (await service.call(id, { query })).map(({ slug }) => slug);
    const all = await slugs("");
    skipUnless(all.length > 3, "a brain with more than 3 pages");
    const [first, limited] = [all.slice(0, 3).join(", "), (await slugs("limit=3")).join(", ")];
    assert(limited === first, `the index begins with ${first}, and with limit=3 it is ${limited}`);
  }),
  "unique-slugs": aboutIndex.required("shows each page once", async (service) => {
    for (const entries of await readBoth(service)) {
      const slugs = entries.map(({ slug }) => slug);
      const repeated = slugs.find((slug, index) => slugs.indexOf(slug) < index);
      assert(repeated === undefined, `the index shows ${repeated} twice`);
    }
    skipUnless((await readIndex(service)).length > 1, "a brain with at least 2 pages");
  }),
  "url-safe-slugs": aboutIndex.required("shows slugs that are valid in a URL", async (service) => {
    const entries = await readEntries(service);
    const unsafe = entries.find(({ slug }) => !parseSync(slugSchema, slug).ok);
    assert(!unsafe, `the slug ${JSON.stringify(unsafe?.slug)} is not URL-safe`);
  }),
  "hidden-statuses": aboutHidden.required("shows no archived or deprecated page", async (service) => {
    const hidden = (await readEntries(service)).find(({ status }) => status === "archived" || status === "deprecated");
    assert(!hidden, `the index shows ${hidden?.slug}, which is ${hidden?.status}`);
  }),
  "archived-page": aboutHidden.required("hides a known archived page", ["archivedSlug"], (service, { archivedSlug }) =>
    expectNotShown(service, archivedSlug),
  ),
  "deprecated-page": aboutHidden.required("hides a known deprecated page", ["deprecatedSlug"], (service, given) =>
    expectNotShown(service, given.deprecatedSlug),
  ),
  "summary-length": aboutSummary.required("shows at most 160 characters of a summary", async (service) => {
    const entries = await readEntries(service);
    for (const entry of entries) expectNotTooLong(entry);
    const hasLong = entries.some(({ summary }) => summary.length >= shortestTruncated);
    skipUnless(hasLong, "a page whose summary has more than 160 characters");
  }),
  "summary-truncated": aboutSummary.required(
    "shows 160 characters of a long summary, and no half of a surrogate pair",
    ["longSummarySlug"],
    async (service, { longSummarySlug }) => {
      const entry = await findEntry(service, longSummarySlug);
      expectNotTooLong(entry);
      const { length } = entry.summary;
      assert(length >= shortestTruncated, `of the long summary of ${entry.slug} only ${length} characters are shown`);
    },
  ),
  "summary-of-page": aboutSummary.required(
    "shows the beginning of a long summary",
    ["write", "longSummarySlug", "readPage"],
    async (service, { brainId, longSummarySlug: slug, readPage }) => {
      const { summary = "" } = await readPage({ brainId, slug });
      skipUnless(summary.length > maxIndexSummaryLength, "a longSummarySlug whose summary readPage returns");
      const shown = (await findEntry(service, slug)).summary;
      const texts = `of the summary ${JSON.stringify(summary)} the index shows ${JSON.stringify(shown)}`;
      assert(isShownSummary(shown, summary), texts);
    },
  ),
  "summary-empty": aboutSummary.required("shows an empty summary", ["emptySummarySlug"], async (service, given) => {
    const { slug, summary } = await findEntry(service, given.emptySummarySlug);
    assert(summary.trim() === "", `of the empty summary of ${slug} the index shows ${JSON.stringify(summary)}`);
  }),
  "summary-code-units": aboutSummary.choice("counts UTF-16 code units", ["longSummarySlug"], async (service, given) => {
    const { length } = (await findEntry(service, given.longSummarySlug)).summary;
    assert(length <= maxIndexSummaryLength, `the summary of ${given.longSummarySlug} has ${length} code units`);
  }),
  limit: aboutIndex.required("shows no more entries than the limit", async (service) => {
    const { length: all } = await readIndex(service);
    skipUnless(all > 1, "a brain with at least 2 pages");
    let accepted = 0;
    for (const limit of new Set([1, 2, 3, all - 1])) {
      const limited = limit < all ? await readLimitedIndex(service, limit) : undefined;
      if (limited) accepted += 1;
      assert(!limited || limited.length <= limit, `the index with limit=${limit} has ${limited?.length} entries`);
    }
    skipUnless(accepted > 0, "a brain with more pages: the service rejects lower limits");
  }),
  "limit-optional": aboutIndex.required("accepts a request with a limit and one without", async (service) => {
    await service.call(id);
    for (const limit of [10, 20, 50, 5, 1]) if (await readLimitedIndex(service, limit)) return;
    fail("the service rejects every limit");
  }),
  "limit-left-out": casesAbout({ sections: ["4.4", "7"] }).required(
    "looks for the brain without a limit, too",
    async (service) => {
      const ids = { brainId: madeUpId };
      const limited = await service.send(id, { ids, query: "limit=10" });
      if (limited.status === 404) await service.expectError(id, 404, { ids });
    },
  ),
  "limit-range": aboutSummary.choice("accepts a limit from 1 to 500, and no other", async (service) => {
    for (const limit of [1, 500]) await service.call(id, { query: `limit=${limit}` });
    for (const limit of ["0", "-1", "501", ""]) await service.expectError(id, 400, { query: `limit=${limit}` });
  }),
  "limit-default": aboutSummary.choice("shows at most 50 entries without a limit", async (service) => {
    const { length } = await service.call(id);
    assert(length <= 50, `the index has ${length} entries`);
    skipUnless((await readIndex(service)).length > 50, "a brain with more than 50 pages");
  }),
  "repeated-limit": aboutIndex.choice("returns 400 for two limits", (service) =>
    service.expectError(id, 400, { query: "limit=1&limit=1" }),
  ),
  "reading-changes-nothing": aboutIndex.choice("returns the same response again", async (service) => {
    const [first, second] = [await service.call(id), await service.call(id)];
    assert(second.length === first.length, `the second response has ${second.length} entries, not ${first.length}`);
    for (const [index, entry] of first.entries()) {
      expectEqualFields(
        `the entry ${index + 1} of the second response`,
        Object.keys(entry),
        entry,
        second[index] ?? {},
      );
    }
  }),
  success: aboutIndex.required("lists a known page of the brain", ["slug"], (service, { slug }) =>
    findEntry(service, slug),
  ),
});

async function countPinned(service: Service): Promise<number> {
  const entries = await readIndex(service);
  const { length } = entries.filter(({ pinned }) => pinned);
  const hasBoth = length > 0 && length < entries.length;
  skipUnless(hasBoth, "a brain with a pinned page and one that is not pinned");
  return length;
}

function expectNotTooLong({ slug, summary }: IndexEntry): void {
  const length = countGraphemes(summary);
  assert(length <= maxIndexSummaryLength, `the summary of ${slug} has ${length} characters`);
  assert(summary.isWellFormed(), `the summary of ${slug} has half a character: ${JSON.stringify(summary)}`);
}
