import { type IndexEntry, limits } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { jsonEqual } from "../json-equal.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "promptIndex.get";

/** Specification, section 4.4. */
export const promptIndexGet: OperationSpec<typeof id> = {
  id,
  success: {
    title: "lists pages of the brain",
    section: "4.4",
    level: "required",
    needs: { records: ["brainId", "slug"] },
    async run(service) {
      const slug = service.recordId("slug");
      const entries = await service.expectSuccess(id);
      assert(slugsOf(entries).includes(slug), `the index does not show the page ${slug}`);
    },
  },
  errors: {
    400: {
      title: "returns 400 for a limit that is not an integer",
      section: "4.4",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const limit of ["many", "1.5"]) await service.expectError(id, 400, { query: `limit=${limit}` });
      },
    },
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: {
    "pinned-first": {
      title: "places pinned entries first",
      section: "4.4",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        const entries = await service.expectSuccess(id);
        const ordinary = entries.findIndex(({ pinned }) => !pinned);
        const late = entries.slice(ordinary).find(({ pinned }) => pinned);
        assert(ordinary === -1 || !late, `the pinned entry ${late?.slug} comes after one that is not pinned`);
      },
    },
    "unique-slugs": {
      title: "shows each page once",
      section: "2.4",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        const slugs = slugsOf(await service.expectSuccess(id));
        const repeated = slugs.find((slug, index) => slugs.indexOf(slug) < index);
        assert(repeated === undefined, `the index shows ${repeated} twice`);
      },
    },
    "hidden-statuses": {
      title: "shows no archived and no deprecated page",
      section: "3",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const { slug, status } of await service.expectSuccess(id)) {
          assert(status !== "archived" && status !== "deprecated", `the index shows ${slug}, which is ${status}`);
        }
      },
    },
    "archived-page": {
      title: "does not show a page that is known to be archived",
      section: "1",
      level: "required",
      needs: { records: ["brainId", "archivedSlug"] },
      async run(service) {
        const slug = service.recordId("archivedSlug");
        assert(!slugsOf(await service.expectSuccess(id)).includes(slug), `the index shows ${slug}, which is archived`);
      },
    },
    "deprecated-page": {
      title: "does not show a page that is known to be deprecated",
      section: "3",
      level: "required",
      needs: { records: ["brainId", "deprecatedSlug"] },
      async run(service) {
        const slug = service.recordId("deprecatedSlug");
        assert(
          !slugsOf(await service.expectSuccess(id)).includes(slug),
          `the index shows ${slug}, which is deprecated`,
        );
      },
    },
    "summary-length": {
      title: "cuts summaries to 160 characters",
      section: "8",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const { slug, summary } of await service.expectSuccess(id)) {
          const { length } = Array.from(summary);
          assert(length <= limits.indexSummaryLength, `the summary of ${slug} has ${length} characters`);
        }
      },
    },
    "summary-code-units": {
      title: "counts the 160 characters in UTF-16 code units, and cuts no character in two",
      section: "8",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const { slug, summary } of await service.expectSuccess(id)) {
          assert(
            summary.length <= limits.indexSummaryLength,
            `the summary of ${slug} has ${summary.length} code units`,
          );
          assert(summary.isWellFormed(), `the summary of ${slug} has half a character`);
        }
      },
    },
    limit: {
      title: "shows no more entries than the limit",
      section: "4.4",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const limit of [1, 2, 3]) {
          const { length } = await service.expectSuccess(id, { query: `limit=${limit}` });
          assert(length <= limit, `the index with limit=${limit} has ${length} entries`);
        }
      },
    },
    "limit-keeps-order": {
      title: "shows with a limit the first entries of those that it shows without",
      section: "4.4",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        const all = slugsOf(await service.expectSuccess(id));
        const limited = slugsOf(await service.expectSuccess(id, { query: "limit=3" }));
        const first = all.slice(0, 3);
        assert(
          jsonEqual(limited, first),
          `the index begins with ${first.join(", ")}, with limit=3 with ${limited.join(", ")}`,
        );
      },
    },
    "limit-range": {
      title: "accepts a limit from 1 to 500",
      section: "8",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        await service.expectSuccess(id, { query: "limit=500" });
        for (const limit of ["0", "-1", "501", ""]) await service.expectError(id, 400, { query: `limit=${limit}` });
      },
    },
    "limit-default": {
      title: "shows at most 50 entries without a limit",
      section: "8",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        const { length } = await service.expectSuccess(id);
        assert(length <= 50, `the index has ${length} entries`);
      },
    },
    "repeated-limit": {
      title: "returns 400 for a limit that is given twice",
      section: "4.4",
      level: "choice",
      needs: { records: ["brainId"] },
      run: (service) => service.expectError(id, 400, { query: "limit=1&limit=1" }),
    },
    "reading-changes-nothing": {
      title: "returns the same response to the same request",
      section: "2.1",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        const first = await service.expectSuccess(id);
        assert(jsonEqual(first, await service.expectSuccess(id)), "the second response differs from the first");
      },
    },
  },
};

function slugsOf(entries: readonly IndexEntry[]): string[] {
  return entries.map(({ slug }) => slug);
}
