import { expect } from "vitest";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { readIndex } from "./read-index.ts";
import { sorted } from "./sorted.ts";
import { stored } from "./stored.ts";
import type { Subject } from "./subject.ts";

async function summaryOf(subject: Subject, slug: string): Promise<{ returned: string; full: string }> {
  await subject.settle();
  const entry = (await readIndex(subject)).find((candidate) => candidate.slug === slug);
  const [{ summary } = {}] = await stored(subject, "pages", { brainId: subject.records.brainId, slug });
  return { returned: String(entry?.summary), full: String(summary) };
}

/** Accepts every usual meaning of a character, and an ellipsis within the 160 characters. */
function expectTruncated({ returned, full }: { returned: string; full: string }): void {
  expect(returned.isWellFormed()).toBe(true);
  expect(Array.from(returned).length).toBeLessThanOrEqual(160);
  expect(returned.length).toBeGreaterThanOrEqual(159);
  expect(full.startsWith(returned.replace(/…$/, ""))).toBe(true);
}

export const indexChecks = {
  async "the index describes the pages"(subject) {
    await subject.settle();
    for (const entry of await readIndex(subject)) {
      const [row = {}] = await stored(subject, "pages", { brainId: subject.records.brainId, slug: entry.slug });
      const { slug, title, pageType, pinned, status, summary } = row;
      expect(entry).toMatchObject({ slug, title, pageType, pinned, status });
      if (String(summary).length <= 160) expect(entry.summary).toBe(summary);
    }
  },

  async "the index puts pinned entries first"(subject) {
    await subject.settle();
    for (const query of ["", "?limit=10", "?limit=5", "?limit=3"]) {
      const pinned = (await readIndex(subject, query)).map((entry) => Number(entry.pinned));
      expect(pinned).toEqual(pinned.toSorted((left, right) => right - left));
      expect(pinned.filter(Boolean)).toHaveLength(query === "?limit=3" ? 3 : 4);
    }
  },

  async "the index truncates long summaries"(subject) {
    const { records } = subject;
    for (const slug of [records.longPageSlug, records.pinnedLongPageSlug])
      expectTruncated(await summaryOf(subject, slug));
  },

  async "the index counts characters, not bytes"(subject) {
    expectTruncated(await summaryOf(subject, subject.records.emojiPageSlug));
  },

  async "the index contains the visible pages of the brain"(subject) {
    const { records } = subject;
    await subject.settle();
    const slugs = (await readIndex(subject)).map((entry) => entry.slug);
    const expected = [
      records.pageSlug,
      records.plainPageSlug,
      records.longPageSlug,
      records.emojiPageSlug,
      records.stalePageSlug,
      records.contestedPageSlug,
      records.pinnedPageSlug,
      records.pinnedStalePageSlug,
      records.pinnedContestedPageSlug,
      records.pinnedLongPageSlug,
    ];
    expect(sorted(slugs)).toEqual(sorted(expected));
  },

  async "limit returns the top of the index"(subject) {
    await subject.settle();
    const all = await readIndex(subject);
    for (const limit of [1, 2, 5, 7, 10])
      expect(await readIndex(subject, `?limit=${limit}`)).toEqual(all.slice(0, limit));
  },

  async "limit must be an integer"(subject) {
    const path = `/brains/${encodeURIComponent(subject.records.brainId)}/index`;
    for (const limit of ["abc", "1.5", "10abc", "NaN", "true"]) {
      await expectError(subject, { method: "GET", path: `${path}?limit=${limit}` }, [400], "limit");
    }
  },
} satisfies Readonly<Record<string, Check>>;
