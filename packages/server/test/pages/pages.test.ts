import type { StoredPage } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildPage, buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { openServer, send } from "../helpers/open-server.ts";

it("pages.create adds a page, for which a brain and a title are enough", async () => {
  const server = openServer();
  const page = server.control.pages.create({ brainId: "brain_tides", title: "Ebb" });
  expect(page).toMatchObject({ slug: "ebb", body: "Ebb", version: 1, status: "active", createdAt: frozenTime });
  expect(server.control.pages.get({ brainId: "brain_tides", slug: "ebb" })).toStrictEqual(page);
  const { body } = await send(server, "GET /v1/brains/brain_tides/index");
  expect(body).toContainEqual(expect.objectContaining({ slug: "ebb", title: "Ebb" }));
});

const brainId = "brain_tides";
const address = { brainId, slug: "spring-tide" };
const updatedAt = frozenTime;
const neapTide = buildPage({ slug: "neap-tide", title: "Neap tide" });
const retired = { archived: true, status: "archived", statusBeforeArchive: "stale" } as const;

// Opens a server whose brain of tides has the pages neap-tide and spring-tide. The latter has some fields of its own.
function open(changes: Partial<StoredPage> = {}) {
  const page = buildPage(changes);
  const server = openServer({ seed: buildState({ pages: [neapTide, page] }) });
  const readIndex = async () => slugsOf((await send(server, `GET /v1/brains/${brainId}/index`)).body as StoredPage[]);
  return { server, pages: server.control.pages, page, readIndex };
}

const slugsOf = (pages: readonly { readonly slug: string }[]) => pages.map(({ slug }) => slug);

it("pages.get returns a page, which doesn't count as reading it", () => {
  const { server, pages, page } = open();
  expect(pages.get(address)).toStrictEqual(page);
  expect(recordsOf(server).pages).toStrictEqual([neapTide, page]);
});

it("pages.edit makes a new version of a page by hand, and changes no other record", () => {
  const { server, pages, page } = open();
  const edited = { ...page, title: "Highest tide", version: 4, updatedAt };
  expect(pages.edit({ ...address, title: "Highest tide" })).toStrictEqual(edited);
  expect(recordsOf(server)).toStrictEqual(buildState({ pages: [neapTide, edited] }));
});

it("pages.compile makes a new version from sources, which it adds to those of the page", () => {
  const { server, pages, page } = open();
  const source = { ingestSourceId: "ingest_2", chunkUuids: ["chunk_3"] };
  const sources = [...page.sources, { ...source, attachedAt: frozenTime }];
  const compiled = { ...page, sources, version: 4, updatedAt, lastCompiledAt: frozenTime };
  expect(pages.compile({ ...address, sources: [source] })).toStrictEqual(compiled);
  expect(recordsOf(server)).toStrictEqual(buildState({ pages: [neapTide, compiled] }));
});

type Change = "read" | "pin" | "unpin" | "deprecate" | "restore";
const read = { lastReferencedAt: frozenTime };
const unread = { pinned: true, lastReferencedAt: null };
const restored = { archived: false, status: "stale", updatedAt, statusBeforeArchive: undefined };

// biome-ignore format: one row a line
it.each<{ name: Change; does: string; before?: Partial<StoredPage>; changes: object; index: string }>([
  { name: "read", does: "sets when it was last referenced, by which the index ranks it", changes: read, index: "spring-tide, neap-tide" },
  { name: "pin", does: "puts it first in the index", changes: { pinned: true, updatedAt }, index: "spring-tide, neap-tide" },
  { name: "unpin", does: "ranks it as usual", before: unread, changes: { pinned: false, updatedAt }, index: "neap-tide, spring-tide" },
  { name: "deprecate", does: "hides it from the index", changes: { status: "deprecated", updatedAt }, index: "neap-tide" },
  { name: "restore", does: "brings it back with its former status", before: retired, changes: restored, index: "neap-tide, spring-tide" },
])("pages.$name changes a page: it $does", async ({ name, before, changes, index }) => {
  const { pages, page, readIndex } = open(before);
  expect(pages[name](address)).toEqual({ ...page, ...changes });
  expect((await readIndex()).join(", ")).toBe(index);
});

it("pages.mark says that a page is active, stale or contested, which ends its deprecation", async () => {
  const { pages, page, readIndex } = open({ status: "deprecated" });
  for (const status of ["stale", "contested", "active"] as const)
    expect(pages.mark({ ...address, status })).toStrictEqual({ ...page, status, updatedAt });
  expect(await readIndex()).toContain("spring-tide");
});

it("pages.delete removes a page, but no other one", () => {
  const { server, pages } = open();
  pages.delete(address);
  expect(recordsOf(server)).toStrictEqual(buildState({ pages: [neapTide] }));
});

it.each<{ name: "pin" | "unpin" | "deprecate" | "restore"; what: string; changes: Partial<StoredPage> }>([
  { name: "pin", what: "pinned", changes: { pinned: true } },
  { name: "unpin", what: "not pinned", changes: {} },
  { name: "deprecate", what: "deprecated", changes: { status: "deprecated" } },
  { name: "restore", what: "not archived", changes: {} },
])("pages.$name leaves a page as it is that is $what already", ({ name, changes }) => {
  const { server, pages, page } = open(changes);
  expect(pages[name](address)).toStrictEqual(page);
  expect(recordsOf(server).pages).toStrictEqual([neapTide, page]);
});

const archived = buildPage({ archived: true, status: "archived" });

it("an archived page can be pinned, and is active after a restore if it has no former status", () => {
  const { pages } = open(archived);
  expect(pages.pin(address)).toStrictEqual({ ...archived, pinned: true, updatedAt });
  expect(pages.restore(address)).toStrictEqual(buildPage({ pinned: true, updatedAt }));
});

it("an archived page doesn't show its former status", () => {
  const { pages } = open(retired);
  expect(pages.get(address)).toStrictEqual(archived);
  expect(pages.list({ brainId, includeHidden: true })).toStrictEqual([neapTide, archived]);
});

// Pages of one brain, in the order in which they are added.
const added = [
  { slug: "title", title: "Über die Tide", summary: "", body: "x" },
  { slug: "summary", title: "x", summary: "High tides. ΟΔΟΣ", body: "x", status: "stale" },
  { slug: "body", title: "x", summary: "", body: "Ebb\nand (tide)*", pinned: true },
  { slug: "archived", title: "tide", status: "archived", archived: true },
  { slug: "deprecated", title: "tide", status: "deprecated" },
  { slug: "none", title: "x", summary: "", body: "[[tid]] e", status: "contested" },
] as const;

const openAdded = () => openServer({ seed: buildState({ pages: added.map(buildPage) }) }).control.pages;

it.each<{ what: string; input: object; slugs: readonly string[] }>([
  { what: "without hidden ones by default", input: {}, slugs: ["title", "summary", "body", "none"] },
  { what: "without hidden ones", input: { includeHidden: false }, slugs: ["title", "summary", "body", "none"] },
  { what: "with hidden ones", input: { includeHidden: true }, slugs: added.map(({ slug }) => slug) },
  { what: "after one of them", input: { limit: 1, after: "body" }, slugs: ["none"] },
  { what: "after a hidden one", input: { limit: 1, after: "archived" }, slugs: ["none"] },
])("pages.list returns pages $what, in the order in which they were added", ({ input, slugs }) => {
  expect(slugsOf(openAdded().list({ brainId, ...input }))).toEqual(slugs);
});

it.each<{ text: string; slugs: readonly string[] }>([
  { text: "tide", slugs: ["title", "summary", "body"] },
  { text: "TIDE", slugs: ["title", "summary", "body"] },
  { text: "ÜBER DIE", slugs: ["title"] },
  { text: "tides.", slugs: ["summary"] },
  { text: "Οδοσ", slugs: ["summary"] },
  { text: "(tide)*", slugs: ["body"] },
  { text: ".*", slugs: [] },
  { text: "ebb and", slugs: [] },
  { text: "page_", slugs: [] },
  { text: " ", slugs: ["title", "summary", "body", "none"] },
])("search finds '$text' in title, summary and body of pages that aren't hidden: $slugs", ({ text, slugs }) => {
  expect(slugsOf(openAdded().search({ brainId, text }))).toEqual(slugs);
});

it("pages.search returns its results in parts", () => {
  expect(slugsOf(openAdded().search({ brainId, text: "tide", limit: 1 }))).toEqual(["title"]);
  expect(slugsOf(openAdded().search({ brainId, text: "tide", after: "title" }))).toEqual(["summary", "body"]);
});

it("pages.search finds pages again once they are active", () => {
  const pages = openAdded();
  pages.restore({ brainId, slug: "archived" });
  pages.mark({ brainId, slug: "deprecated", status: "active" });
  const expected = ["title", "summary", "body", "archived", "deprecated"];
  expect(slugsOf(pages.search({ brainId, text: "tide" }))).toEqual(expected);
});
