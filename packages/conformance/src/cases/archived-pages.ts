import { indexEntrySchema, type Page, pageSchema } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { nothingIfRefused, type Service } from "../run/service.ts";
import { assert, requireData, resolves } from "../run/verdict.ts";
import type { ShownPage } from "../target/controls.ts";
import { type Cases, casesAbout, type Given } from "./case.ts";
import {
  entryIn,
  expectSameFields,
  expectSameShown,
  findSeen,
  type Observation,
  observe,
  shownPageFields,
} from "./observation.ts";
import { expectHidden, readIndex, readSlugs } from "./prompt-indexes.ts";

const id = "pages.archive";
const ofArchiving = casesAbout("3 4.2", "write", "brainId", "slug");
const ofRecord = casesAbout("2.1 9", "write", "brainId", "slug");

/** An archived page. */
export interface Archived {
  readonly page: Page;
  /** What was visible before. */
  readonly before: Observation;
  /** The slugs that the control `searchPages` found for the title of the page before. */
  readonly found: readonly string[];
}

/** Archives the known page. Later calls return the result of the first. */
export function archiveOnce(service: Service, { brainId, slug }: { brainId: string; slug: string }): Promise<Archived> {
  return service.once("archive", async () => {
    const before = await observe(service);
    const { title: text } = findSeen(before, "index", brainId, slug)?.fields ?? {};
    const search = typeof text === "string" ? service.control("searchPages")?.({ brainId, text }) : undefined;
    const found = (await search?.catch(nothingIfRefused)) ?? [];
    return { before, found, page: await service.call("pages.archive") };
  });
}

// Archiving and restoring a page change these fields, at most.
const changingFields = ["archived", "status", "lastReferencedAt", "updatedAt"];
const keptFields = shownPageFields.filter((name) => !changingFields.includes(name));

/** Expects the content of a page to be the same, as far as both records have it. */
export function expectContentKept(before: ShownPage, after: ShownPage, when: string): void {
  requireData(
    keptFields.some((field) => field in before && field in after),
    "a control readPage that returns fields of the page",
  );
  expectSameShown(`the page ${when}`, keptFields, before, after);
}

/** Archiving again, changing an archived page, and restoring it, which comes last because other cases need the page. */
export const archivedPages: Cases = {
  "similar-slug": ofArchiving.required("rejects slugs that are similar to a page's", [], async (service, given) => {
    await archiveOnce(service, given);
    for (const slug of [given.slug.slice(0, -1), `${given.slug}%`, "%", "*"]) {
      await service.expectRejection(id, { ids: { slug } });
    }
  }),
  again: ofArchiving.choice("returns 201 for an archived page, and changes nothing", [], async (service, given) => {
    const { page } = await archiveOnce(service, given);
    // Reading the page, as other cases do, changes when it was last referenced.
    const again = { ...(await service.call(id)), lastReferencedAt: page.lastReferencedAt };
    expectSameFields("the page that was archived again", fieldNames(pageSchema), page, again);
  }),
  "version-kept": ofRecord.required("keeps the version if a page is archived again", [], async (service, given) => {
    const { page } = await archiveOnce(service, given);
    const again = await service.send(id);
    // A service may reject a page that is archived already.
    if (again.status >= 400) return again.expectRejection();
    const { version } = again.expectSuccess(id);
    assert(version === page.version, `the version was ${page.version}, and is ${version}`);
  }),
  "stays-hidden": ofArchiving.required("hides a page that is compiled again", ["compilePage"], (service, given) =>
    staysHidden(service, given, ({ brainId, slug }) => given.compilePage({ brainId, slug })),
  ),
  "stays-hidden-if-edited": ofArchiving.required("hides a page that is edited", ["editPage"], (service, given) =>
    staysHidden(service, given, ({ brainId, slug, title }) => given.editPage({ brainId, slug, title })),
  ),
  "restored-version": ofRecord.required(
    "keeps the version of a page that was edited while it was archived",
    ["editPage", "restorePage", "readPage"],
    async (service, { editPage, restorePage, readPage, ...given }) => {
      const { title } = (await archiveOnce(service, given)).page;
      // A service may not allow it.
      if (!(await resolves(editPage({ ...given, title })))) return;
      const { version: before } = await readPage(given);
      requireData(before !== undefined, "a control readPage that returns the version");
      await restorePage(given);
      const { version: after = 0 } = await readPage(given);
      assert(after >= before, `the version was ${before}, and is ${after} after the page was restored`);
    },
  ),
  restored: ofArchiving.required("archives a page that can be restored", ["restorePage"], async (service, given) => {
    const { brainId, slug, restorePage } = given;
    const { before } = await archiveOnce(service, given);
    const entry = entryIn(before, brainId, slug);
    // Whatever a second request does, restoring the page brings it back.
    await service.send(id);
    await restorePage({ brainId, slug });
    await service.eventually(async () => {
      const restored = (await readIndex(service)).find((candidate) => candidate.slug === slug);
      assert(restored !== undefined, `the index doesn't show ${slug} again`);
      assert(restored.status !== "archived", `the status of ${slug} is still archived`);
      // Which other status it has then isn't specified.
      const fields = fieldNames(indexEntrySchema).filter((name) => name !== "status");
      expectSameFields("the restored page", fields, entry, restored);
    });
  }),
  "restored-content": ofArchiving.required(
    "archives a page that keeps its content, versions and connections when it is restored",
    ["restorePage", "readPage"],
    async (service, { restorePage, readPage, ...given }) => {
      const { before, page } = await archiveOnce(service, given);
      await restorePage(given);
      const expected = { ...page, ...findSeen(before, "record", given.brainId, given.slug)?.fields };
      expectContentKept(expected, await readPage(given), "after it was restored");
    },
  ),
};

// Expects an archived page to stay hidden, whether a change of it is possible or not.
async function staysHidden(
  service: Service,
  given: Given<"brainId" | "slug">,
  change: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page } = await archiveOnce(service, given);
  const { brainId, slug } = given;
  await resolves(change(page));
  const [listPages, searchPages] = [service.control("listPages"), service.control("searchPages")];
  await expectHidden(service, "the index", slug, () => readSlugs(service));
  await expectHidden(service, "the list", slug, async () => (await listPages?.({ brainId })) ?? []);
  await expectHidden(
    service,
    "the search",
    slug,
    async () => (await searchPages?.({ brainId, text: page.title })) ?? [],
  );
}
