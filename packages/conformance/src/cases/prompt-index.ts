import type { IndexEntry } from "@knowledge-base/types";
import { limits } from "@knowledge-base/types/internal";
import { madeUpId } from "../run/service.ts";
import { assert, requireData } from "../run/verdict.ts";
import { type Cases, choice, required } from "./case.ts";
import { isSameJson } from "./observation.ts";
import { notFoundCase, unauthorizedCase } from "./operation-errors.ts";
import {
  countGraphemes,
  expectNotShown,
  findEntry,
  isShownSummary,
  readEntries,
  readIndex,
  readLimitedIndex,
} from "./prompt-indexes.ts";

const id = "promptIndex.get";
const ofBrain = ["brainId"] as const;

/** Characters that a URL can't contain as they are, or that end a segment of its path. */
const unsafeCharacter = /[\s\p{Cc}"#%/<>?[\\\]^`{|}]/u;

/** A summary that is cut at the end of a word is hardly shorter. */
const shortestTruncated = 120;

const order: Cases = {
  "pinned-first": required("places pinned entries before all others", "4.4 2.4 2.1", ofBrain, async (service) => {
    for (const entries of [await service.call(id), await readIndex(service)]) {
      const firstOther = entries.findIndex(({ pinned }) => !pinned);
      const late = firstOther < 0 ? undefined : entries.slice(firstOther).find(({ pinned }) => pinned);
      assert(!late, `the pinned entry ${late?.slug} comes after one that isn't pinned`);
    }
    requirePinnedAndOthers(await readIndex(service));
  }),
  "pinned-page": required(
    "lists a known pinned page as pinned, before pages that aren't pinned",
    "2.4 2.1 4.4",
    ["brainId", "pinnedSlug"],
    async (service, { pinnedSlug }) => {
      const { pinned } = await findEntry(service, pinnedSlug);
      assert(pinned, `the entry of ${pinnedSlug} isn't pinned`);
      const entries = await readIndex(service);
      const place = entries.findIndex(({ slug }) => slug === pinnedSlug);
      const earlier = entries.slice(0, place).find((entry) => !entry.pinned);
      assert(!earlier, `${earlier?.slug}, which isn't pinned, comes before the pinned entry ${pinnedSlug}`);
    },
  ),
  "pinned-with-limit": required(
    "places pinned pages first also with a limit, even if all entries are pinned",
    "2.1 4.4 2.4",
    ofBrain,
    async (service) => {
      const entries = await readIndex(service);
      requirePinnedAndOthers(entries);
      const count = entries.filter(({ pinned }) => pinned).length;
      // Larger limits show nothing more about the order.
      for (let limit = 1; limit <= Math.min(count + 1, 10); limit += 1) {
        const limited = (await readLimitedIndex(service, limit)) ?? [];
        const early = limited.slice(0, count).find(({ pinned }) => !pinned);
        assert(
          !early,
          `with limit=${limit} the index shows ${early?.slug}, which isn't pinned, and not all pinned pages`,
        );
      }
    },
  ),
  "limit-keeps-order": choice(
    "returns with a limit the first entries of the index without a limit",
    "4.4",
    ofBrain,
    async (service) => {
      const slugs = async (query: string) => (await service.call(id, { query })).map(({ slug }) => slug);
      const all = await slugs("");
      requireData(all.length > 3, "a brain with more than 3 pages");
      const [first, limited] = [all.slice(0, 3).join(", "), (await slugs("limit=3")).join(", ")];
      assert(limited === first, `the index begins with ${first}, and with limit=3 it is ${limited}`);
    },
  ),
};

const pages: Cases = {
  "unique-slugs": required("shows each page once", "2.4 2.1", ofBrain, async (service) => {
    for (const entries of [await service.call(id), await readIndex(service)]) {
      const slugs = entries.map(({ slug }) => slug);
      const repeated = slugs.find((slug, index) => slugs.indexOf(slug) < index);
      assert(repeated === undefined, `the index shows ${repeated} twice`);
    }
    requireData((await readIndex(service)).length > 1, "a brain with at least 2 pages");
  }),
  "url-safe-slugs": required("shows slugs that are valid in a URL", "2.4 2.1", ofBrain, async (service) => {
    const entries = await readEntries(service);
    const unsafe = entries.find(({ slug }) => slug === "" || unsafeCharacter.test(slug));
    assert(!unsafe, `the slug ${JSON.stringify(unsafe?.slug)} isn't URL-safe`);
    requireData(entries.length > 0, "a brain with a page");
  }),
  "hidden-statuses": required("shows no archived or deprecated page", "3", ofBrain, async (service) => {
    const entries = await readEntries(service);
    const hidden = entries.find(({ status }) => status === "archived" || status === "deprecated");
    assert(!hidden, `the index shows ${hidden?.slug}, which is ${hidden?.status}`);
    requireData(entries.length > 0, "a brain with a page");
  }),
  "archived-page": required(
    "doesn't show a page that is known to be archived",
    "3",
    ["brainId", "archivedSlug"],
    (service, { archivedSlug }) => expectNotShown(service, archivedSlug),
  ),
  "deprecated-page": required(
    "doesn't show a page that is known to be deprecated",
    "3",
    ["brainId", "deprecatedSlug"],
    (service, { deprecatedSlug }) => expectNotShown(service, deprecatedSlug),
  ),
};

const summaries: Cases = {
  "summary-length": required(
    "shows no summary of more than 160 characters, and no half of a surrogate pair",
    "8 2.4",
    ofBrain,
    async (service) => {
      const entries = await readEntries(service);
      for (const entry of entries) expectNotTooLong(entry);
      const hasLong = entries.some(({ summary }) => summary.length >= shortestTruncated);
      requireData(hasLong, "a page whose summary has more than 160 characters");
    },
  ),
  "summary-truncated": required(
    "truncates a long summary to 160 characters",
    "8 2.4",
    ["brainId", "longSummarySlug"],
    async (service, { longSummarySlug }) => {
      const entry = await findEntry(service, longSummarySlug);
      expectNotTooLong(entry);
      const { length } = entry.summary;
      assert(
        length >= shortestTruncated,
        `of the long summary of ${longSummarySlug} only ${length} characters are shown`,
      );
    },
  ),
  "summary-of-page": required(
    "shows the first 160 characters of a long summary",
    "8 2.4",
    ["write", "brainId", "longSummarySlug", "readPage"],
    async (service, { brainId, longSummarySlug: slug, readPage }) => {
      const { summary = "" } = await readPage({ brainId, slug });
      requireData(
        summary.length > limits.indexSummaryLength,
        "a longSummarySlug whose summary the control readPage returns",
      );
      const shown = (await findEntry(service, slug)).summary;
      const isBeginning = isShownSummary(shown, summary);
      assert(isBeginning, `of the summary ${JSON.stringify(summary)} the index shows ${JSON.stringify(shown)}`);
    },
  ),
  "summary-empty": required(
    "shows an empty summary as an empty text",
    "2.4",
    ["brainId", "emptySummarySlug"],
    async (service, { emptySummarySlug }) => {
      const { summary } = await findEntry(service, emptySummarySlug);
      assert(
        summary.trim() === "",
        `of the empty summary of ${emptySummarySlug} the index shows ${JSON.stringify(summary)}`,
      );
    },
  ),
  "summary-code-units": choice(
    "counts the 160 characters in UTF-16 code units",
    "8 2.4",
    ["brainId", "longSummarySlug"],
    async (service, { longSummarySlug }) => {
      const { length } = (await findEntry(service, longSummarySlug)).summary;
      assert(length <= limits.indexSummaryLength, `the summary of ${longSummarySlug} has ${length} code units`);
    },
  ),
};

const limitCases: Cases = {
  limit: required("shows no more entries than the limit", "4.4", ofBrain, async (service) => {
    const { length: all } = await readIndex(service);
    requireData(all > 1, "a brain with at least 2 pages");
    let accepted = 0;
    for (const limit of new Set([1, 2, 3, all - 1])) {
      const limited = limit < all ? await readLimitedIndex(service, limit) : undefined;
      if (!limited) continue;
      accepted += 1;
      assert(limited.length <= limit, `the index with limit=${limit} has ${limited.length} entries`);
    }
    requireData(accepted > 0, "a brain with more pages: the service rejects lower limits");
  }),
  "limit-optional": required("accepts a request with a limit and one without", "4.4", ofBrain, async (service) => {
    await service.call(id);
    for (const limit of [10, 20, 50]) if (await readLimitedIndex(service, limit)) return;
    assert(false, "the service rejects every limit");
  }),
  "limit-left-out": required(
    "rejects an unknown brain with the same status if the limit is left out",
    "4.4",
    [],
    async (service) => {
      const ids = { brainId: madeUpId };
      const [without, limited] = [await service.send(id, { ids }), await service.send(id, { ids, query: "limit=10" })];
      if (limited.status === 404) without.expectStatus(404);
    },
  ),
  "limit-range": choice(
    "accepts a limit from 1 to 500, and returns 400 for any other",
    "8",
    ofBrain,
    async (service) => {
      for (const limit of [1, 500]) await service.call(id, { query: `limit=${limit}` });
      for (const limit of ["0", "-1", "501", ""]) await service.expectError(id, 400, { query: `limit=${limit}` });
    },
  ),
  "limit-default": choice("shows at most 50 entries without a limit", "8", ofBrain, async (service) => {
    const { length } = await service.call(id);
    assert(length <= 50, `the index has ${length} entries`);
    requireData((await readIndex(service)).length > 50, "a brain with more than 50 pages");
  }),
  "repeated-limit": choice("returns 400 for a limit that is given twice", "8 4.4", ofBrain, (service) =>
    service.expectError(id, 400, { query: "limit=1&limit=1" }),
  ),
};

/** Specification, section 4.4. */
export const promptIndex = {
  400: required("returns 400 for a limit that isn't an integer", "4.4 7", ofBrain, async (service) => {
    for (const limit of ["many", "1.5", "5x"]) await service.expectError(id, 400, { query: `limit=${limit}` });
  }),
  401: unauthorizedCase(id),
  404: notFoundCase(id),
  ...order,
  ...pages,
  ...summaries,
  ...limitCases,
  "reading-changes-nothing": choice(
    "returns the same response to the same request",
    "2.1",
    ofBrain,
    async (service) => {
      const first = await service.call(id);
      assert(isSameJson(first, await service.call(id)), "the second response differs from the first");
    },
  ),
  success: required("lists a known page of the brain", "4.4 2.4", ["brainId", "slug"], (service, { slug }) =>
    findEntry(service, slug),
  ),
} satisfies Cases;

function requirePinnedAndOthers(entries: readonly IndexEntry[]): void {
  const isPinned = entries.map(({ pinned }) => pinned);
  requireData(
    isPinned.includes(true) && isPinned.includes(false),
    "a brain with a pinned page and one that isn't pinned",
  );
}

function expectNotTooLong({ slug, summary }: IndexEntry): void {
  const length = countGraphemes(summary);
  assert(length <= limits.indexSummaryLength, `the summary of ${slug} has ${length} characters`);
  assert(summary.isWellFormed(), `the summary of ${slug} has half a character: ${JSON.stringify(summary)}`);
}
