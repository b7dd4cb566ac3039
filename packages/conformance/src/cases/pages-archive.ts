import { indexEntrySchema, type Page, pageSchema } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { emptyIfRejected, type Service } from "../run/service.ts";
import { isSince } from "../run/timing.ts";
import { assert, resolves, skipUnless } from "../run/verdict.ts";
import type { ShownPage } from "../target/actions.ts";
import { casesAbout, casesOf, type Given } from "./case.ts";
import { expectEqualFields, expectEqualShownFields } from "./helpers/compare.ts";
import { errorCases, malformedPathCase } from "./helpers/error-cases.ts";
import {
  entryIn,
  expectNothingElseChanged,
  findSeen,
  type Observation,
  observe,
  shownPageFields,
} from "./helpers/observe.ts";
import { expectHidden, expectNotShown, findEntry, isShownSummary, readIndex, readSlugs } from "./helpers/read-index.ts";

const id = "pages.archive";
const aboutArchiving = casesAbout({ sections: ["3", "4.2"], needs: ["write", "brainId", "slug"] });
const aboutPinned = casesAbout({ sections: ["3"], needs: ["write", "brainId", "pinnedSlug", "restorePage"] });
const aboutPlain = casesAbout({ sections: ["2.1"], needs: ["write", "brainId", "plainSlug"] });
const aboutRecord = casesAbout({ sections: ["2.1", "4.2"], needs: ["write", "brainId", "slug"] });
const aboutVersion = casesAbout({ sections: ["2.1", "9"], needs: ["write", "brainId", "slug"] });

interface Archived {
  readonly page: Page;
  // What was visible before.
  readonly before: Observation;
  // What the action `readPage` showed of the page before.
  readonly shown: ShownPage;
  // The slugs that the action `searchPages` found for the title of the page before.
  readonly found: readonly string[];
}

// Archives the page `slug`. Later calls return the result of the first.
function archiveOnce(service: Service, { brainId, slug }: { brainId: string; slug: string }): Promise<Archived> {
  return service.once("archive", async () => {
    const before = await observe(service);
    const { title: text } = findSeen(before, "index", brainId, slug)?.fields ?? {};
    const search = typeof text === "string" ? service.action("searchPages")?.({ brainId, text }) : undefined;
    const found = (await search?.catch(emptyIfRejected)) ?? [];
    const shown = findSeen(before, "record", brainId, slug)?.fields ?? {};
    return { before, shown, found, page: await service.call("pages.archive") };
  });
}

// Archiving and restoring a page change these fields, at most.
const changingFields = ["archived", "status", "lastReferencedAt", "updatedAt"];
const keptFields = shownPageFields.filter((name) => !changingFields.includes(name));

// Expects the content of a page to be the same, as far as both records have it.
function expectContentKept(before: ShownPage, after: ShownPage, when: string): void {
  const isComparable = keptFields.some((field) => field in before && field in after);
  skipUnless(isComparable, "an action readPage that returns fields of the page");
  expectEqualShownFields(`the page ${when}`, keptFields, before, after);
}

const markdownCode = /```[\s\S]*?```|`[^`]*`/g;

async function archivingPinned(
  service: Service,
  { brainId, pinnedSlug: slug, restorePage }: Given<"brainId" | "pinnedSlug" | "restorePage">,
  check: () => Promise<void>,
): Promise<void> {
  await findEntry(service, slug);
  await service.call(id, { ids: { slug } });
  try {
    await check();
  } finally {
    await restorePage({ brainId, slug });
  }
  await service.eventually(async () => {
    const { pinned } = await findEntry(service, slug);
    assert(pinned, `the page ${slug} is not pinned any more after it was restored`);
  });
}

/** Specification, sections 3 and 4.2. */
export const pagesArchiveCases = casesOf(id, {
  "returns-400": malformedPathCase(id),
  ...errorCases(id, "slug"),
  "hidden-from-index": aboutArchiving.required("hides the page from the prompt index", async (service, given) => {
    const { before } = await archiveOnce(service, given);
    entryIn(before, given.brainId, given.slug);
    await expectHidden(service, "the index", given.slug, () => readSlugs(service));
  }),
  "nothing-else": aboutArchiving.required("changes nothing else that can be seen", async (service, given) => {
    const { before } = await archiveOnce(service, given);
    await service.eventually(async () => expectNothingElseChanged(service, before, await observe(service), given.slug));
  }),
  "hidden-from-list": aboutArchiving.required("hides the page from the list", ["listPages"], async (service, given) => {
    const { brainId, slug, listPages } = given;
    const { before } = await archiveOnce(service, given);
    const wasListed = findSeen(before, "list", brainId, slug) !== undefined;
    skipUnless(wasListed, `an action listPages that lists the page ${slug}`);
    await expectHidden(service, "the list", slug, () => listPages({ brainId }));
  }),
  "hidden-from-search": aboutArchiving.required(
    "hides the page from search",
    ["searchPages"],
    async (service, given) => {
      const { brainId, slug, searchPages } = given;
      const { before, found } = await archiveOnce(service, given);
      const { title: text } = entryIn(before, brainId, slug);
      skipUnless(found.includes(slug), `an action searchPages that finds ${slug} by its title`);
      const search = `the search for ${JSON.stringify(text)}`;
      await expectHidden(service, search, slug, () => searchPages({ brainId, text }));
    },
  ),
  "hidden-in-its-brain": aboutArchiving.required(
    "hides no page of another brain with the same slug",
    ["secondBrainId"],
    async (service, { secondBrainId: brainId, ...given }) => {
      const { before } = await archiveOnce(service, given);
      entryIn(before, brainId, given.slug);
      const isShown = (await readSlugs(service, { ids: { brainId } })).includes(given.slug);
      assert(isShown, `the index of the other brain does not show ${given.slug} any more`);
    },
  ),
  "hidden-pinned": aboutPinned.required("hides a pinned page from the prompt index, too", (service, given) =>
    archivingPinned(service, given, () => service.eventually(() => expectNotShown(service, given.pinnedSlug))),
  ),
  "hidden-pinned-from-list": aboutPinned.required(
    "hides a pinned page from the list, too",
    ["listPages"],
    async (service, given) => {
      const { brainId, pinnedSlug: slug, listPages } = given;
      const list = () => listPages({ brainId });
      skipUnless((await list()).includes(slug), `an action listPages that lists the page ${slug}`);
      await archivingPinned(service, given, () => expectHidden(service, "the list", slug, list));
    },
  ),
  "content-kept": aboutArchiving.required("keeps what the prompt index shows", async (service, given) => {
    const { before, page } = await archiveOnce(service, given);
    const entry = entryIn(before, given.brainId, given.slug);
    expectEqualFields("the page after archiving", ["title", "pageType", "pinned"], entry, page);
    const summaries = `the index showed ${JSON.stringify(entry.summary)} of ${JSON.stringify(page.summary)}`;
    assert(isShownSummary(entry.summary, page.summary), summaries);
  }),
  "content-kept-as-read": aboutArchiving.required(
    "keeps what was read before",
    ["readPage"],
    async (service, given) => {
      const { shown, page } = await archiveOnce(service, given);
      expectContentKept(shown, page, "after archiving");
    },
  ),
  "content-kept-for-readers": aboutArchiving.required(
    "keeps the content, the version and the connections of the archived page",
    ["readPage"],
    async (service, { readPage, ...given }) => {
      const { shown, page } = await archiveOnce(service, given);
      expectContentKept({ ...page, ...shown }, await readPage(given), "if it is read after archiving");
    },
  ),
  // The next two cases never fail: a rule checks the form of source and sources in each response, and `content-kept-as-read` compares
  // the values. If the page has none, there was nothing to check, and only these cases, as "not checked", tell the user so.
  source: aboutRecord.required("returns the source of the page", async (service, given) => {
    const { page } = await archiveOnce(service, given);
    skipUnless(page.source !== null, "a page slug whose source is not null");
  }),
  sources: aboutRecord.required("lists the ingest sources of the page", async (service, given) => {
    const { page } = await archiveOnce(service, given);
    skipUnless(page.sources.length > 0, "a page slug with ingest sources");
  }),
  backlinks: aboutRecord.required("lists the slugs of the wikilinks in the body", async (service, given) => {
    const { page, before } = await archiveOnce(service, given);
    const linksIn = (text: string) => Array.from(text.matchAll(/\[\[([^\]|#]+)/g), ([, target = ""]) => target.trim());
    const links = linksIn(page.body);
    const tooMany = `the backlinks are ${JSON.stringify(page.backlinks)}, and the wikilinks ${JSON.stringify(links)}`;
    assert(page.backlinks.length <= links.length, tooMany);
    const known = linksIn(page.body.replaceAll(markdownCode, "")).filter(
      (link) => link !== page.slug && findSeen(before, "index", given.brainId, link),
    );
    skipUnless(known.length > 0, "a page slug whose body has a wikilink to a page of the index");
    const missing = known.find((link) => !page.backlinks.includes(link));
    assert(missing === undefined, `the body has a wikilink to ${missing}, which is not among the backlinks`);
  }),
  plain: aboutPlain.required("returns no invented content or time of reading", async (service, given) => {
    const page = await service.call(id, { ids: { slug: given.plainSlug } });
    const { lastReferencedAt, createdAt } = page;
    const lists = [page.sources, page.entities, page.backlinks, page.embedding];
    const isPlain = page.source === null || lastReferencedAt === null || lists.some(({ length }) => length === 0);
    skipUnless(isPlain, "a page plainSlug that lacks any of source, sources, entities, backlinks and embedding");
    const isPossible = lastReferencedAt === null || isSince(lastReferencedAt, createdAt);
    assert(isPossible, `the page was created at ${createdAt}, and last read at ${lastReferencedAt}`);
  }),
  times: aboutRecord.required("is not modified before it is created", async (service, given) => {
    const { createdAt, updatedAt } = (await archiveOnce(service, given)).page;
    assert(isSince(updatedAt, createdAt), `the page was created at ${createdAt}, and last modified at ${updatedAt}`);
  }),
  fields: aboutArchiving.choice("reports the archived page in archived and status", async (service, given) => {
    const { archived, status } = (await archiveOnce(service, given)).page;
    assert(archived && status === "archived", `archived is ${archived} and status is ${status}`);
  }),
  "similar-slug": aboutArchiving.required("rejects slugs that are similar to a page's", async (service, given) => {
    await archiveOnce(service, given);
    for (const slug of [given.slug.slice(0, -1), `${given.slug}%`, "%", "*"])
      await service.expectRejection(id, { ids: { slug } });
  }),
  again: aboutArchiving.choice("returns 201 for an archived page, and changes nothing", async (service, given) => {
    const { page } = await archiveOnce(service, given);
    // Reading the page, as other cases do, changes when it was last referenced.
    const again = { ...(await service.call(id)), lastReferencedAt: page.lastReferencedAt };
    expectEqualFields("the page that was archived again", fieldNames(pageSchema), page, again);
  }),
  "version-kept": aboutVersion.required("keeps the version if a page is archived again", async (service, given) => {
    const { page } = await archiveOnce(service, given);
    const again = await service.send(id);
    // A service may reject a page that is archived already.
    if (again.status >= 400) return again.expectRejection();
    const { version } = again.expectSuccess(id);
    assert(version === page.version, `the version was ${page.version}, and is ${version}`);
  }),
  "stays-hidden": aboutArchiving.required("hides a page that is compiled again", ["compilePage"], (service, given) =>
    staysHidden(service, given, ({ brainId, slug }) => given.compilePage({ brainId, slug })),
  ),
  "stays-hidden-if-edited": aboutArchiving.required("hides a page that is edited", ["editPage"], (service, given) =>
    staysHidden(service, given, ({ brainId, slug, title }) => given.editPage({ brainId, slug, title })),
  ),
  success: aboutRecord.required("returns the page of the path", async (service, given) => {
    const { brainId, slug } = (await archiveOnce(service, given)).page;
    assert(slug === given.slug, `the page ${given.slug} was archived, and the page ${slug} was returned`);
    assert(brainId === given.brainId, `the page belongs to the brain ${given.brainId}, and not to ${brainId}`);
  }),
  // The cases that restore the page come last, because the others need it to be archived.
  "restored-version": aboutVersion.required(
    "keeps the version of a page that was edited while it was archived",
    ["editPage", "restorePage", "readPage"],
    async (service, { editPage, restorePage, readPage, ...given }) => {
      const { title } = (await archiveOnce(service, given)).page;
      // A service may not allow it.
      if (!(await resolves(editPage({ ...given, title })))) return;
      const { version: before } = await readPage(given);
      skipUnless(before !== undefined, "an action readPage that returns the version");
      await restorePage(given);
      const { version: after = 0 } = await readPage(given);
      assert(after >= before, `the version was ${before}, and is ${after} after the page was restored`);
    },
  ),
  restored: aboutArchiving.required("archives a page that can be restored", ["restorePage"], async (service, given) => {
    const { brainId, slug, restorePage } = given;
    const { before } = await archiveOnce(service, given);
    const entry = entryIn(before, brainId, slug);
    // Whatever a second request does, restoring the page brings it back.
    await service.send(id);
    await restorePage({ brainId, slug });
    await service.eventually(async () => {
      const restored = (await readIndex(service)).find((candidate) => candidate.slug === slug);
      assert(restored !== undefined, `the index does not show ${slug} again`);
      assert(restored.status !== "archived", `the status of ${slug} is still archived`);
      // Which other status it has then isn't specified.
      const fields = fieldNames(indexEntrySchema).filter((name) => name !== "status");
      expectEqualFields("the restored page", fields, entry, restored);
    });
  }),
  "restored-content": aboutArchiving.required(
    "archives a page that keeps its content, versions and connections when it is restored",
    ["restorePage", "readPage"],
    async (service, { restorePage, readPage, ...given }) => {
      const { shown, page } = await archiveOnce(service, given);
      await restorePage(given);
      expectContentKept({ ...page, ...shown }, await readPage(given), "after it was restored");
    },
  ),
});

// Expects an archived page to stay hidden, whether a change of it is possible or not.
async function staysHidden(
  service: Service,
  given: Given<"brainId" | "slug">,
  change: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page } = await archiveOnce(service, given);
  const { brainId, slug } = given;
  await resolves(change(page));
  const list = async () => (await service.action("listPages")?.({ brainId })) ?? [];
  const search = async () => (await service.action("searchPages")?.({ brainId, text: page.title })) ?? [];
  await expectHidden(service, "the index", slug, () => readSlugs(service));
  await expectHidden(service, "the list", slug, list);
  await expectHidden(service, "the search", slug, search);
}
