import type { IndexEntry, Page } from "@knowledge-base/types";
import type { Service } from "../run/service.ts";
import { isSince } from "../run/timing.ts";
import { assert, resolves, skipUnless } from "../run/verdict.ts";
import type { ShownPage } from "../target/actions.ts";
import { casesAbout, casesOf } from "./case.ts";
import { expectEqualFields, expectEqualShownFields } from "./helpers/compare.ts";
import { findEntry, isShownSummary, readIndex } from "./helpers/read-index.ts";

const readPages = 20;

const aboutReading = casesAbout({ sections: ["2.1", "9"], needs: ["write", "brainId", "slug", "readPage"] });
const aboutBrain = casesAbout({ sections: ["3", "2.1"], needs: ["write", "brainId"] });

/** Pages, as the actions read and change them. */
export const pageCases = casesOf("pages", {
  "read-as-indexed": aboutReading.required("shows the fields of the prompt index", async (service, given) => {
    const { brainId, readPage } = given;
    const entries = await readIndex(service);
    skipUnless(entries.length > 0, "a brain with a page");
    for (const entry of entries.slice(0, readPages))
      expectSameAsRead(entry, await readPage({ brainId, slug: entry.slug }));
  }),
  "read-bumps-last-referenced": aboutReading.required(
    "sets lastReferencedAt if a page is read",
    async (service, given) => {
      const { brainId, slug, readPage } = given;
      const now = await service.currentTime();
      await readPage({ brainId, slug });
      await service.eventually(async () => {
        const { lastReferencedAt } = await readPage({ brainId, slug });
        skipUnless(lastReferencedAt !== undefined, "an action readPage that returns lastReferencedAt");
        const isSet = lastReferencedAt !== null && isSince(lastReferencedAt, now);
        assert(isSet, `a page that was just read has the lastReferencedAt ${lastReferencedAt}`);
      });
    },
  ),
  "edit-bumps-version": aboutReading.required(
    "increases the version and sets updatedAt if a page is edited",
    ["editPage"],
    async (service, { brainId, slug, readPage, editPage }) => {
      const read = () => readPage({ brainId, slug });
      const before = await read();
      let edited = 0;
      for (const field of ["title", "summary", "body"] as const) {
        const { [field]: text } = before;
        if (text === undefined) continue;
        const edit = (value: string) => editPage({ brainId, slug, [field]: value });
        // The specification doesn't define which fields a user can edit.
        const isEdited = await expectNewVersion(service, read, "updatedAt", () => resolves(edit(`${text} (edited)`)));
        if (!isEdited) continue;
        edited += 1;
        await expectNewVersion(service, read, "updatedAt", () => edit(text));
      }
      skipUnless(edited > 0, "actions readPage and editPage that show and edit the title");
    },
  ),
  "compile-bumps-version": aboutReading.required(
    "increases the version and sets lastCompiledAt if a page is compiled",
    ["compilePage"],
    async (service, { brainId, slug, readPage, compilePage }) => {
      const read = () => readPage({ brainId, slug });
      await expectNewVersion(service, read, "lastCompiledAt", () => compilePage({ brainId, slug }));
    },
  ),
  "pinned-exempt": aboutBrain.required(
    "does not deprecate a pinned page",
    ["pinnedSlug", "deprecatePage"],
    async (service, { brainId, pinnedSlug: slug, deprecatePage }) => {
      const { pinned } = await findEntry(service, slug);
      skipUnless(pinned, "a pinned page as pinnedSlug");
      // It may also reject.
      await resolves(deprecatePage({ brainId, slug }));
      const entry = (await readIndex(service)).find((candidate) => candidate.slug === slug);
      assert(entry !== undefined, `the index does not show the pinned page ${slug} any more`);
      assert(entry.status !== "deprecated", `the pinned page ${slug} was deprecated`);
    },
  ),
  "list-hides": aboutBrain.required(
    "lists no archived or deprecated pages by default",
    ["slug", "archivedSlug", "deprecatedSlug", "listPages"],
    async (_, { brainId, slug, archivedSlug, deprecatedSlug, listPages }) => {
      const listed = await listPages({ brainId });
      skipUnless(listed.includes(slug), `an action listPages that lists the page ${slug}`);
      assert(!listed.includes(archivedSlug), `the list has ${archivedSlug}, which is archived`);
      assert(!listed.includes(deprecatedSlug), `the list has ${deprecatedSlug}, which is deprecated`);
    },
  ),
});

function expectSameAsRead(entry: IndexEntry, { summary, archived, ...page }: Partial<Page>): void {
  skipUnless(page.title !== undefined, "an action readPage that returns the title");
  const fields = ["slug", "title", "pageType", "status", "pinned"];
  expectEqualShownFields(`the page ${entry.slug} in the index`, fields, page, entry);
  assert(archived !== true, `the index shows ${entry.slug}, whose archived is true`);
  const isShown = summary === undefined || isShownSummary(entry.summary, summary);
  const texts = `${JSON.stringify(summary)} of ${entry.slug} the index shows ${JSON.stringify(entry.summary)}`;
  assert(isShown, `of the summary ${texts}`);
}

// A change that resolves with false wasn't made.
async function expectNewVersion(
  service: Service,
  read: () => Promise<ShownPage>,
  field: "updatedAt" | "lastCompiledAt",
  change: () => Promise<unknown>,
): Promise<boolean> {
  const before = await readVersion(read);
  const now = await service.currentTime();
  if ((await change()) === false) return false;
  await service.eventually(async () => {
    const after = await readVersion(read);
    const isNew = Number.isInteger(after.version) && after.version > before.version;
    assert(isNew, `the version was ${before.version}, and is ${after.version} afterwards`);
    expectEqualFields("the page after the change", ["createdAt"], before, after);
    const { [field]: timestamp } = after;
    assert(timestamp === undefined || isSince(timestamp, now), `the ${field} is ${timestamp} after the change`);
  });
  return true;
}

async function readVersion(read: () => Promise<ShownPage>): Promise<Partial<Page> & Pick<Page, "version">> {
  const { version, ...rest } = await read();
  skipUnless(version !== undefined, "an action readPage that returns the version");
  return { ...rest, version };
}
