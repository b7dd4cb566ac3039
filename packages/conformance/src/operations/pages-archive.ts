import { indexEntrySchema, pageSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { archiveOnce } from "../expectations/archive-once.ts";
import { assertContentKept } from "../expectations/assert-content-kept.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { readIndex } from "../expectations/read-index.ts";
import { requireEntry } from "../expectations/require-entry.ts";
import { requireData } from "../require-data.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";
import { pagesArchiveContent } from "./pages-archive-content.ts";
import { pagesArchiveEffects } from "./pages-archive-effects.ts";
import { pagesArchiveRecord } from "./pages-archive-record.ts";

const id = "pages.archive";
const needs = { write: true, records: ["brainId", "slug"] } as const;

/** Specification, sections 3 and 4.2. */
export const pagesArchive: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns the page with 201, with the documented fields",
    sentences: [
      "4.2/success",
      "4.2/request",
      "4.2/no-body",
      "4.2/slug",
      "2/type-names",
      "3/page-statuses",
      "3/archive",
      ...sentencesOf("2.1"),
    ],
    level: "required",
    needs,
    async run(service) {
      const { page } = await archiveOnce(service);
      const slug = service.recordId("slug");
      const brainId = service.recordId("brainId");
      assert(page.slug === slug, `the page ${slug} was archived, and the page ${page.slug} was returned`);
      assert(page.brainId === brainId, `the page belongs to the brain ${brainId}, and not to ${page.brainId}`);
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id, "slug"),
  },
  rules: {
    ...pagesArchiveEffects,
    ...pagesArchiveContent,
    ...pagesArchiveRecord,
    fields: {
      title: "reports the archived page in both archived and status",
      sentences: ["3/archived-values"],
      level: "choice",
      needs,
      async run(service) {
        const { archived, status } = (await archiveOnce(service)).page;
        assert(archived && status === "archived", `archived is ${archived} and status is ${status}`);
      },
    },
    again: {
      title: "returns 201 for an archived page, and changes nothing",
      sentences: ["3/archive"],
      level: "choice",
      needs,
      async run(service) {
        const { page } = await archiveOnce(service);
        const again = await service.expectSuccess(id);
        assert(isSameRecord(pageSchema, page, again), "archiving the page again changed it");
      },
    },
    "version-kept": {
      title: "keeps the version of a page that is archived again",
      sentences: ["3/archive", "2.1/version", "9/page-version"],
      level: "required",
      needs,
      async run(service) {
        const { page } = await archiveOnce(service);
        const again = await service.send(id);
        requireData(
          again.status === 201,
          "needs the control readPage: the service rejects a page that is archived already",
        );
        const { version } = again.expectBody(pageSchema);
        assert(version === page.version, `the version was ${page.version}, and is ${version}`);
      },
    },
    restored: {
      title: "archives a page that can be restored, and then appears in the index again",
      sentences: ["3/archive"],
      level: "required",
      needs: { ...needs, controls: ["restorePage"] },
      async run(service) {
        const { before, page } = await archiveOnce(service);
        await service.control("restorePage")({ brainId: page.brainId, slug: page.slug });
        const entry = requireEntry(before, page.slug);
        await service.eventually(async () => {
          const restored = (await readIndex(service)).find(({ slug }) => slug === page.slug);
          assert(restored !== undefined, `the index does not show ${page.slug} again`);
          assert(isSameRecord(indexEntrySchema, restored, entry), "the restored page is a different page");
        });
      },
    },
    "restored-content": {
      title: "archives a page that keeps its content, versions and connections when it is restored",
      sentences: ["3/archive"],
      level: "required",
      needs: { ...needs, controls: ["restorePage", "readPage"] },
      async run(service) {
        const { readBefore, page } = await archiveOnce(service);
        const address = { brainId: page.brainId, slug: page.slug };
        await service.control("restorePage")(address);
        assertContentKept(
          { ...readBefore, ...page },
          await service.control("readPage")(address),
          "after it was restored",
        );
      },
    },
  },
};
