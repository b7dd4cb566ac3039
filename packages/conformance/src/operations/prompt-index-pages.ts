import { assert } from "../assert.ts";
import type { ConformanceCase, ConformanceCases } from "../conformance-case.ts";
import { assertNotShown } from "../expectations/assert-not-shown.ts";
import { readIndexes } from "../expectations/read-index.ts";
import { requireData } from "../require-data.ts";
import type { RecordName } from "../target-records.ts";

/** Characters that a URL cannot contain as they are, or that end a segment of its path. */
const unsafeCharacter = /[\s\p{Cc}"#%/<>?[\\\]^`{|}]/u;

/** Cases about which pages the prompt index shows. */
export const promptIndexPages: ConformanceCases = {
  "unique-slugs": {
    title: "shows each page once",
    sentences: ["2.4/slug", "2.1/slug"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const indexes = await readIndexes(service);
      for (const entries of indexes) {
        const slugs = entries.map(({ slug }) => slug);
        const repeated = slugs.find((slug, index) => slugs.indexOf(slug) < index);
        assert(repeated === undefined, `the index shows ${repeated} twice`);
      }
      requireData(
        indexes.some(({ length }) => length > 1),
        "needs a brain with at least 2 pages",
      );
    },
  },
  "url-safe-slugs": {
    title: "shows slugs that are valid in a URL",
    sentences: ["2.4/slug", "2.1/slug"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const entries = (await readIndexes(service)).flat();
      const unsafe = entries.find(({ slug }) => slug === "" || unsafeCharacter.test(slug));
      assert(!unsafe, `the slug ${JSON.stringify(unsafe?.slug)} is not URL-safe`);
      requireData(entries.length > 0, "needs a brain with a page");
    },
  },
  "hidden-statuses": {
    title: "shows no archived or deprecated page",
    sentences: ["3/hidden-by-default", "3/page-statuses"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const entries = (await readIndexes(service)).flat();
      const hidden = entries.find(({ status }) => status === "archived" || status === "deprecated");
      assert(!hidden, `the index shows ${hidden?.slug}, which is ${hidden?.status}`);
      requireData(entries.length > 0, "needs a brain with a page");
    },
  },
  "archived-page": hiddenPageCase("archivedSlug", "archived"),
  "deprecated-page": hiddenPageCase("deprecatedSlug", "deprecated"),
};

function hiddenPageCase(record: RecordName, status: string): ConformanceCase {
  return {
    title: `does not show a page that is known to be ${status}`,
    sentences: ["3/hidden-by-default"],
    level: "required",
    needs: { records: ["brainId", record] },
    run: (service) => assertNotShown(service, record),
  };
}
