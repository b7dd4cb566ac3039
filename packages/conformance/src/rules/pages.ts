import type { IndexEntry, Page } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { isShownSummary } from "../expectations/is-shown-summary.ts";
import { readIndex } from "../expectations/read-index.ts";
import { jsonEqual } from "../json-equal.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { TargetPage } from "../target-controls.ts";

/** Clocks of two parts of a service may differ by a little, and a timestamp may leave out milliseconds. */
const toleranceMs = 5000;

/** Number of pages that are read to compare them with the index. */
const readPages = 20;

/** Pages, as the controls read and change them. */
export const pages: ConformanceGroup = {
  title: "Pages",
  cases: {
    "read-as-indexed": {
      title: "shows the same fields in the prompt index as in the page",
      sentences: ["2.4/title", "2.4/pageType", "2.4/status", "2.4/pinned", "2.4/summary", "2.1/archived"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug"], controls: ["readPage"] },
      async run(service) {
        const entries = await readIndex(service);
        requireData(entries.length > 0, "needs a brain with a page");
        for (const entry of entries.slice(0, readPages)) {
          const { brainId } = knownPage(service);
          assertSameAsRead(entry, await service.control("readPage")({ brainId, slug: entry.slug }));
        }
      },
    },
    "read-bumps-last-referenced": {
      title: "sets lastReferencedAt if a page is read",
      sentences: ["2.1/lastReferencedAt"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug"], controls: ["readPage"] },
      async run(service) {
        const readPage = service.control("readPage");
        const now = parseTimestamp(await service.currentTime());
        await readPage(knownPage(service));
        await service.eventually(async () => {
          const { lastReferencedAt } = await readPage(knownPage(service));
          requireData(lastReferencedAt !== undefined, "needs a control readPage that returns lastReferencedAt");
          assert(
            lastReferencedAt !== null && parseTimestamp(lastReferencedAt) >= now - toleranceMs,
            `a page that was just read has the lastReferencedAt ${lastReferencedAt}`,
          );
        });
      },
    },
    "edit-bumps-version": {
      title: "increases the version and sets updatedAt if a page is edited",
      sentences: ["2.1/version", "9/page-version", "2.1/updatedAt", "2.1/createdAt"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug"], controls: ["readPage", "editPage"] },
      async run(service) {
        const page = knownPage(service);
        const before = await service.control("readPage")(page);
        const editPage = service.control("editPage");
        let edited = 0;
        for (const field of ["title", "summary", "body"] as const) {
          const { [field]: text } = before;
          if (text === undefined) continue;
          // The specification does not define which fields a user can edit.
          const isEdited = await assertNewVersion(service, page, "updatedAt", () =>
            editPage({ ...page, [field]: `${text} (edited)` }).then(
              () => true,
              () => false,
            ),
          );
          if (!isEdited) continue;
          edited += 1;
          await assertNewVersion(service, page, "updatedAt", () => editPage({ ...page, [field]: text }));
        }
        requireData(edited > 0, "needs controls readPage and editPage that show and edit the title");
      },
    },
    "compile-bumps-version": {
      title: "increases the version and sets lastCompiledAt if a page is compiled",
      sentences: ["2.1/version", "9/page-version", "2.1/lastCompiledAt"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug"], controls: ["readPage", "compilePage"] },
      async run(service) {
        const page = knownPage(service);
        await assertNewVersion(service, page, "lastCompiledAt", () => service.control("compilePage")(page));
      },
    },
    "pinned-exempt": {
      title: "does not deprecate a pinned page",
      sentences: ["3/pinned-exempt", "2.1/pinned"],
      level: "required",
      needs: { write: true, records: ["brainId", "pinnedSlug"], controls: ["deprecatePage"] },
      async run(service) {
        const { pinned } = await findEntry(service, "pinnedSlug");
        requireData(pinned, "needs a pinned page as pinnedSlug");
        const page = { brainId: service.recordId("brainId"), slug: service.recordId("pinnedSlug") };
        // It may also reject.
        await service
          .control("deprecatePage")(page)
          .catch(() => undefined);
        const entry = (await readIndex(service)).find(({ slug }) => slug === page.slug);
        assert(entry !== undefined, `the index does not show the pinned page ${page.slug} any more`);
        assert(entry.status !== "deprecated", `the pinned page ${page.slug} was deprecated`);
      },
    },
    "list-hides": {
      title: "lists no archived or deprecated pages by default",
      sentences: ["3/hidden-by-default"],
      level: "required",
      needs: { write: true, records: ["brainId", "slug", "archivedSlug", "deprecatedSlug"], controls: ["listPages"] },
      async run(service) {
        const { brainId, slug } = knownPage(service);
        const listed = await service.control("listPages")({ brainId });
        requireData(listed.includes(slug), `needs a control listPages that lists the page ${slug}`);
        for (const record of ["archivedSlug", "deprecatedSlug"] as const) {
          const hidden = service.recordId(record);
          assert(!listed.includes(hidden), `the list has ${hidden}, which is ${record.replace("Slug", "")}`);
        }
      },
    },
  },
};

/** Expects an entry of the index to show what a reader of the page sees, as far as the control returns it. */
function assertSameAsRead(entry: IndexEntry, { summary, archived, ...page }: Partial<Page>): void {
  requireData(page.title !== undefined, "needs a control readPage that returns the title");
  for (const field of ["slug", "title", "pageType", "status", "pinned"] as const) {
    const isSame = page[field] === undefined || page[field] === entry[field];
    assert(isSame, `the ${field} of ${entry.slug} is ${page[field]}, and in the index ${entry[field]}`);
  }
  assert(archived !== true, `the index shows ${entry.slug}, whose archived is true`);
  assert(
    summary === undefined || isShownSummary(entry.summary, summary),
    `of the summary ${JSON.stringify(summary)} of ${entry.slug} the index shows ${JSON.stringify(entry.summary)}`,
  );
}

function knownPage(service: Service): TargetPage {
  return { brainId: service.recordId("brainId"), slug: service.recordId("slug") };
}

/** Expects a change of a page, unless it returns false, to increase its version, and to set a timestamp. */
async function assertNewVersion(
  service: Service,
  page: TargetPage,
  field: "updatedAt" | "lastCompiledAt",
  change: () => Promise<unknown>,
): Promise<boolean> {
  const before = await readVersion(service, page);
  const now = parseTimestamp(await service.currentTime());
  if ((await change()) === false) return false;
  await service.eventually(async () => {
    const after = await readVersion(service, page);
    assert(Number.isInteger(after.version), `the version was ${before.version}, and is ${after.version}`);
    assert(after.version > before.version, `the version was ${before.version}, and is ${after.version} afterwards`);
    assert(
      jsonEqual(after.createdAt, before.createdAt),
      `the createdAt was ${before.createdAt}, and is ${after.createdAt}`,
    );
    const timestamp = after[field];
    assert(
      timestamp === undefined || parseTimestamp(timestamp) >= now - toleranceMs,
      `the ${field} is ${timestamp} after the change`,
    );
  });
  return true;
}

async function readVersion(service: Service, page: TargetPage): Promise<Partial<Page> & Pick<Page, "version">> {
  const { version, ...rest } = await service.control("readPage")(page);
  requireData(version !== undefined, "needs a control readPage that returns the version");
  return { ...rest, version };
}
