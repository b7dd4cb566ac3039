import { contract, indexEntrySchema, type Page, pageSchema } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import type { Service } from "../run/service.ts";
import { assert, requireData } from "../run/verdict.ts";
import type { ShownPage } from "../target/controls.ts";
import { type Cases, choice, type Given, required } from "./case.ts";
import {
  entryIn,
  expectSame,
  findEntryIn,
  isListed,
  isSameRecord,
  isSameValue,
  type Observation,
  observe,
  pageIn,
} from "./observation.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./operation-errors.ts";
import { expectNotShown, findEntry, isShownSummary, readEntries, readIndex } from "./prompt-indexes.ts";

const id = "pages.archive";
const ofPage = ["write", "brainId", "slug"] as const;
const ofPinnedPage = ["write", "brainId", "pinnedSlug", "restorePage"] as const;

/** Clocks of two parts of a service may differ by a little. */
const toleranceMs = 5_000;

interface Archived {
  readonly page: Page;
  /** What was visible before. */
  readonly before: Observation;
  /** The slugs that the control `searchPages` found for the title of the page before. */
  readonly found: readonly string[];
}

/** Archives the known page. Later calls return the result of the first. */
function archiveOnce(service: Service, { brainId, slug }: { brainId: string; slug: string }): Promise<Archived> {
  return service.once("archive", async () => {
    const before = await observe(service);
    const text = findEntryIn(before, brainId, slug)?.title;
    const search = text === undefined ? undefined : service.control("searchPages")?.({ brainId, text });
    // A control that rejects is an error only of the cases that need it.
    const found = (await search?.catch(() => [])) ?? [];
    return { before, found, page: await service.call(id) };
  });
}

/** The lists that an archived page is hidden from. */
const effects: Cases = {
  "hidden-from-index": required("hides the page from the prompt index", "3", ofPage, async (service, given) => {
    const { before } = await archiveOnce(service, given);
    entryIn(before, given.brainId, given.slug);
    await service.eventually(async () => {
      const isShown = (await readEntries(service)).some(({ slug }) => slug === given.slug);
      assert(!isShown, `the index still shows ${given.slug}`);
    });
  }),
  "nothing-else": required("changes nothing else that can be seen", "3", ofPage, async (service, given) => {
    const { before } = await archiveOnce(service, given);
    await service.eventually(async () => expectSame(service, before, await observe(service), given.slug));
  }),
  "hidden-from-list": required(
    "hides the page from the list of pages",
    "3",
    [...ofPage, "listPages"],
    async (service, given) => {
      const { brainId, slug, listPages } = given;
      const { before } = await archiveOnce(service, given);
      requireData(isListed(before, brainId, slug), `a control listPages that lists the page ${slug}`);
      await service.eventually(async () => {
        const listed = await listPages({ brainId });
        assert(!listed.includes(slug), `the list still has ${slug}`);
      });
    },
  ),
  "hidden-from-search": required(
    "hides the page from a search for its title",
    "3",
    [...ofPage, "searchPages"],
    async (service, given) => {
      const { brainId, slug, searchPages } = given;
      const { before, found } = await archiveOnce(service, given);
      const { title: text } = entryIn(before, brainId, slug);
      requireData(found.includes(slug), `a control searchPages that finds ${slug} by its title`);
      await service.eventually(async () => {
        const after = await searchPages({ brainId, text });
        assert(!after.includes(slug), `the search for ${JSON.stringify(text)} still finds ${slug}`);
      });
    },
  ),
  "hidden-in-its-brain": required(
    "hides no page of another brain with the same slug",
    "3 2.1",
    [...ofPage, "secondBrainId"],
    async (service, given) => {
      const ids = { brainId: given.secondBrainId };
      const { before } = await archiveOnce(service, given);
      entryIn(before, given.secondBrainId, given.slug);
      const isShown = (await readIndex(service, { ids })).some(({ slug }) => slug === given.slug);
      assert(isShown, `the index of the other brain doesn't show ${given.slug} any more`);
    },
  ),
  "hidden-pinned": required("hides a pinned page from the prompt index, too", "3", ofPinnedPage, (service, given) =>
    archivingPinned(service, given, () => service.eventually(() => expectNotShown(service, given.pinnedSlug))),
  ),
  "hidden-pinned-from-list": required(
    "hides a pinned page from the list of pages, too",
    "3",
    [...ofPinnedPage, "listPages"],
    (service, given) =>
      archivingPinned(service, given, () =>
        service.eventually(async () => {
          const listed = await given.listPages({ brainId: given.brainId });
          assert(!listed.includes(given.pinnedSlug), `the list still has ${given.pinnedSlug}`);
        }),
      ),
  ),
};

/** Archives the known pinned page, calls a function, and restores the page. */
async function archivingPinned(
  service: Service,
  { brainId, pinnedSlug: slug, restorePage }: Given<(typeof ofPinnedPage)[number]>,
  check: () => Promise<void>,
): Promise<void> {
  await findEntry(service, slug);
  await service.call(id, { ids: { slug } });
  try {
    await check();
  } finally {
    await restorePage({ brainId, slug });
  }
}

/** What archiving keeps. */
const content: Cases = {
  "content-kept": required(
    "keeps the title, the type and the pin of the page",
    "3 2.4 2.1",
    ofPage,
    async (service, given) => {
      const { before, page } = await archiveOnce(service, given);
      const entry = entryIn(before, given.brainId, given.slug);
      for (const field of ["title", "pageType", "pinned"] as const) {
        const change = `the ${field} was ${entry[field]}, and is ${page[field]} after archiving`;
        assert(page[field] === entry[field], change);
      }
    },
  ),
  summary: required(
    "returns a summary whose first 160 characters are those of the prompt index",
    "8 2.4",
    ofPage,
    async (service, given) => {
      const { before, page } = await archiveOnce(service, given);
      const entry = entryIn(before, given.brainId, given.slug);
      const shown = `of a summary with ${page.summary.length} characters the index showed ${JSON.stringify(entry.summary)}`;
      assert(isShownSummary(entry.summary, page.summary), shown);
    },
  ),
  "content-kept-as-read": required(
    "returns the content, the version and the connections that the page had before",
    "3 2.1",
    [...ofPage, "readPage"],
    async (service, given) => {
      const { before, page } = await archiveOnce(service, given);
      expectContentKept(pageIn(before, given.brainId, given.slug) ?? {}, page, "after archiving");
    },
  ),
  "content-kept-for-readers": required(
    "keeps the content, the version and the connections of the archived page",
    "3 2.1",
    [...ofPage, "readPage"],
    async (service, given) => {
      const { before, page } = await archiveOnce(service, given);
      const read = await given.readPage({ brainId: given.brainId, slug: given.slug });
      const expected = { ...pageIn(before, given.brainId, given.slug), ...page };
      expectContentKept(expected, read, "if it is read after archiving");
    },
  ),
};

/** Archiving and restoring a page change these fields, at most. */
const changingFields = ["archived", "status", "lastCompiledAt", "lastReferencedAt", "updatedAt"];
const keptFields = [...Object.keys(pageSchema._zod.def.shape), "connections", "versions"].filter(
  (name) => !changingFields.includes(name),
) as (keyof ShownPage)[];

/** Expects the content of a page to be the same, as far as both records have it. */
function expectContentKept(before: ShownPage, after: ShownPage, when: string): void {
  const compared = keptFields.filter((field) => before[field] !== undefined && after[field] !== undefined);
  requireData(compared.length > 0, "a control readPage that returns fields of the page");
  const changed = compared.filter((field) => !isSameValue(before[field], after[field]));
  assert(changed.length === 0, `the page isn't the same ${when}: it has other values of ${changed.join(", ")}`);
}

/** Fields of a page, as archiving returns it. */
const record: Cases = {
  source: required("returns the source of the page", "2.1 2.2", ofPage, async (service, given) => {
    const { page } = await archiveOnce(service, given);
    requireData(page.source !== null, "a page slug whose source isn't null");
  }),
  sources: required("lists the ingest sources of the page", "2.1 2.3", ofPage, async (service, given) => {
    const { page } = await archiveOnce(service, given);
    requireData(page.sources.length > 0, "a page slug with ingest sources");
  }),
  backlinks: required(
    "lists the slugs of the wikilinks in the body, and no others",
    "2.1",
    ofPage,
    async (service, given) => {
      const { page, before } = await archiveOnce(service, given);
      const links = Array.from(page.body.matchAll(/\[\[([^\]|#]+)/g), ([, target = ""]) => target.trim());
      const counts = `the page has ${page.backlinks.length} backlinks, and its body ${links.length} wikilinks`;
      assert(page.backlinks.length <= links.length, counts);
      const shown = [...before.values()].filter(({ isEntry }) => isEntry).map((record) => record.id);
      const known = links.filter((link) => link !== page.slug && shown.includes(link));
      requireData(known.length > 0, "a page slug whose body has a wikilink to a page of the index");
      const missing = known.find((link) => !page.backlinks.includes(link));
      assert(missing === undefined, `the body has a wikilink to ${missing}, which isn't among the backlinks`);
    },
  ),
  plain: required(
    "returns a page without optional content with null or empty lists, and with no invented time of reading",
    "2.1",
    ["write", "brainId", "plainSlug"],
    async (service, { plainSlug }) => {
      const page = await service.call(id, { ids: { slug: plainSlug } });
      const isEmpty = [page.sources, page.entities, page.backlinks, page.embedding].every(({ length }) => length === 0);
      const isPlain = page.source === null && isEmpty;
      requireData(isPlain, "a page plainSlug without source, sources, entities, backlinks and embedding");
      const { lastReferencedAt, createdAt } = page;
      const isPossible =
        lastReferencedAt === null || parseTimestamp(lastReferencedAt) >= parseTimestamp(createdAt) - toleranceMs;
      assert(isPossible, `the page was created at ${createdAt}, and last read at ${lastReferencedAt}`);
    },
  ),
  times: required(
    "has a modification time that isn't before its creation time",
    "2.1",
    ofPage,
    async (service, given) => {
      const { createdAt, updatedAt } = (await archiveOnce(service, given)).page;
      const isPossible = parseTimestamp(createdAt) <= parseTimestamp(updatedAt) + toleranceMs;
      assert(isPossible, `the page was created at ${createdAt}, and last modified at ${updatedAt}`);
    },
  ),
  fields: choice("reports the archived page in both archived and status", "3", ofPage, async (service, given) => {
    const { archived, status } = (await archiveOnce(service, given)).page;
    assert(archived && status === "archived", `archived is ${archived} and status is ${status}`);
  }),
};

/** Archiving again, and restoring. */
const later: Cases = {
  again: choice("returns 201 for an archived page, and changes nothing", "3", ofPage, async (service, given) => {
    const { page } = await archiveOnce(service, given);
    assert(isSameRecord(pageSchema, page, await service.call(id)), "archiving the page again changed it");
  }),
  "version-kept": required(
    "keeps the version of a page that is archived again",
    "3 2.1 9",
    ofPage,
    async (service, given) => {
      const { page } = await archiveOnce(service, given);
      const again = await service.send(id);
      requireData(again.status === 201, "the control readPage: the service rejects a page that is archived already");
      const { version } = again.expectSuccess(201, contract[id].success.schema);
      assert(version === page.version, `the version was ${page.version}, and is ${version}`);
    },
  ),
  restored: required(
    "archives a page that can be restored, and then appears in the index again",
    "3",
    [...ofPage, "restorePage"],
    async (service, given) => {
      const { brainId, slug, restorePage } = given;
      const { before } = await archiveOnce(service, given);
      const entry = entryIn(before, brainId, slug);
      await restorePage({ brainId, slug });
      await service.eventually(async () => {
        const restored = (await readIndex(service)).find((candidate) => candidate.slug === slug);
        assert(restored !== undefined, `the index doesn't show ${slug} again`);
        assert(isSameRecord(indexEntrySchema, restored, entry), "the restored page is a different page");
      });
    },
  ),
  "restored-content": required(
    "archives a page that keeps its content, versions and connections when it is restored",
    "3",
    [...ofPage, "restorePage", "readPage"],
    async (service, given) => {
      const { brainId, slug, restorePage, readPage } = given;
      const { before, page } = await archiveOnce(service, given);
      await restorePage({ brainId, slug });
      const expected = { ...pageIn(before, brainId, slug), ...page };
      expectContentKept(expected, await readPage({ brainId, slug }), "after it was restored");
    },
  ),
};

/** Specification, sections 3 and 4.2. */
export const pagesArchive = {
  400: malformedPathCase(id),
  401: unauthorizedCase(id),
  404: notFoundCase(id, "slug"),
  ...effects,
  ...content,
  ...record,
  ...later,
  success: required("returns the page of the path", "4.2 2.1", ofPage, async (service, given) => {
    const { brainId, slug } = (await archiveOnce(service, given)).page;
    assert(slug === given.slug, `the page ${given.slug} was archived, and the page ${slug} was returned`);
    assert(brainId === given.brainId, `the page belongs to the brain ${given.brainId}, and not to ${brainId}`);
  }),
} satisfies Cases;
