import type { StoredPage } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState, frozenTime, openServer, recordsOf, send } from "../helpers/open-server.ts";

const brainId = "brain_tides";
const address = { brainId, slug: "spring-tide" };
const create = (input: object) => openServer().control.pages.create({ brainId, title: "Neap tide", ...input });

describe("a new version of a page", () => {
  const open = () => openServer().control.pages;

  it.each<[what: string, given: object, derived?: object]>([
    ["a given title", { title: "Highest tide" }],
    ["a given summary", { summary: "" }],
    ["given entities", { entities: [] }],
    ["given backlinks, even twice the same", { backlinks: ["x", "x"] }],
    ["a given embedding", { embedding: [] }],
    ["a given type", { pageType: "brief" }],
    ["its former type if it is undefined", { title: "T", pageType: undefined }, { pageType: "topic" }],
    ["the backlinks of a given body", { body: "See [[moon|the moon]]." }, { backlinks: ["moon"] }],
    ["no backlinks if a given body has none", { body: "See nothing." }, { backlinks: [] }],
    ["given backlinks, not those of its body", { body: "See [[moon]].", backlinks: ["sun"] }],
    ["a given bucket, as set by a user", { bucket: "projects" }, { bucketSource: "user" }],
    ["its own bucket, as set by a user", { bucket: "notes" }, { bucketSource: "user" }],
  ])("has %s, and its other fields", (_, given, derived) => {
    const version = buildPage({ version: 4, updatedAt: frozenTime });
    const edited = { ...version, ...given, ...derived };
    expect(open().edit({ ...address, ...given })).toStrictEqual(edited);
    expect(open().compile({ ...address, ...given })).toStrictEqual({ ...edited, lastCompiledAt: frozenTime });
  });

  it.each(["edit", "compile"] as const)("by %s changes no other page", (name) => {
    const server = openServer();
    const changed = server.control.pages[name]({ ...address, title: "Highest tide" });
    const { pages, ...others } = buildState();
    expect(recordsOf(server)).toStrictEqual({ ...others, pages: [changed, ...pages.slice(1)] });
  });

  it("has the sources that are compiled after its own, each once", () => {
    const { pages } = openServer().control;
    const [own] = buildPage().sources;
    const second = { ingestSourceId: "ingest_2", chunkUuids: ["c"], attachedAt: "2026-01-01T00:00:00Z" };
    const third = { ingestSourceId: "ingest_3", chunkUuids: [], attachedAt: frozenTime };
    const compile = (...sources: { ingestSourceId: string }[]) => pages.compile({ ...address, sources }).sources;
    expect(compile()).toStrictEqual([own]);
    expect(compile(third, second)).toStrictEqual([own, third, second]);
    const again = [third, { ...third, ingestSourceId: "ingest_1" }];
    expect(compile({ ingestSourceId: "ingest_3" }, { ingestSourceId: "ingest_1" })).toStrictEqual([second, ...again]);
  });

  it("is rejected if its number would be too large", () => {
    const seed = buildState({ pages: [buildPage({ version: Number.MAX_SAFE_INTEGER })] });
    const message = "page spring-tide already has the largest possible version";
    const { pages } = openServer({ seed }).control;
    for (const name of ["edit", "compile"] as const)
      expect(() => pages[name]({ ...address, title: "T" })).toThrow(message);
  });
});

describe("a new page", () => {
  it.each([
    ["  Neap -- TIDE!  ", "neap-tide"],
    ["a/b?c#d%2e..", "a-b-c-d-2e"],
    ["🌊 tide 🌊", "tide"],
    ["Über Größe", "uber-grosse"],
    ["Crème brûlée №5", "creme-brulee-no5"],
    ["ﬁne ½ 𝒜lpha", "fine-1-2-alpha"],
    ["Æblegrød på Øen", "aeblegrod-pa-oen"],
    ["Łódź, Þór & ŒUVRE", "lodz-thor-oeuvre"],
    ["İstanbul ısı", "istanbul-isi"],
    ["Привет, world!", "world"],
    ["潮の満ち引き", "page"],
    ["\ud800", "page"],
    ["__proto__", "proto"],
    ["x".repeat(80), "x".repeat(80)],
    [`${"y".repeat(79)} and`, "y".repeat(79)],
    ["Rope ".repeat(20), `${"rope-".repeat(15)}rope`],
  ])("with the title %j has the slug %j", (title, slug) => expect(create({ title })).toMatchObject({ title, slug }));

  it.each([
    ["One.\nTwo.\n\nThree.", "One. Two."],
    ["\n\n  One  \t two\n \t\nThree.", "One two"],
    ["# Tides\n\nOne.", "One."],
    ["# Tides\nOne.\n## Ebb\nTwo.", "One."],
    ["One.\n# Tides\nTwo.", "One."],
    ["#\nOne.", "One."],
    ["## Tides ##\r\n\r\n### Ebb\r\nOne.", "One."],
    ["Tides\n=====\nOne.", "One."],
    ["Tides\n---\n\nOne.", "One."],
    ["# Tides", ""],
    ["Tides\n--- One.", "Tides --- One."],
    ["#tides One.", "#tides One."],
    ["####### One.", "####### One."],
    ["\\# One.", "\\# One."],
    ["One - two\n\n---", "One - two"],
    ["x".repeat(161), "x".repeat(160)],
    [`${"x".repeat(159)}🌊`, "x".repeat(159)],
    [`${"x".repeat(158)}🌊y`, `${"x".repeat(158)}🌊`],
  ])("with the body %j has the summary %j", (body, summary) => {
    expect(create({ body })).toMatchObject({ body, summary });
  });

  it.each([
    ["[[a]][[b]] and [[ c ]] [[a]]", ["a", "b", "c"]],
    ["[[a|shown]] [[b#part]] [[c#part|shown]] [[d|x|y]] [[e|]]", ["a", "b", "c", "d", "e"]],
    ["[[]] [[ ]] [[|shown]] [[#part]]", []],
    ["[[[a]]] [[b]]]", ["a", "b"]],
    ["[[a] ] [[b]c] [a]] [[d", []],
    ["[[a[b]] [[c", []],
    ["[[a]b]] [[c]]", ["c"]],
    ["[[größe]] [[🌊 tide]] [[__proto__]]", ["größe", "🌊 tide", "__proto__"]],
    ["[a](b) [a][b] plain", []],
  ])("with the body %j links to %j", (body, backlinks) => {
    expect(create({ body })).toMatchObject({ body, backlinks });
  });

  it("may have texts of any length", () => {
    expect(create({ title: "Rope ".repeat(40_000) }).slug).toHaveLength(79);
    expect(create({ body: `${"# a\n".repeat(50_000)}${"-".repeat(100_000)}x` }).summary).toBe("-".repeat(160));
    expect(create({ body: `[[${"a".repeat(300_000)}` }).backlinks).toEqual([]);
    expect(create({ body: `[[a]] ${"\u00e4 b\n".repeat(250_000)} [[z]]` }).backlinks).toEqual(["a", "z"]);
  });

  const source = { ingestSourceId: "a" };
  const past = "2020-01-01T00:00:00Z";
  it.each<[what: string, given: object, derived: object]>([
    ["ids of its brain", { brainId: "brain_south" }, { tenantId: "org_south", subjectId: "brain_south" }],
    ["whole sources", { sources: [source] }, { sources: [{ ...source, chunkUuids: [], attachedAt: frozenTime }] }],
    ["times of its creation", { createdAt: past }, { updatedAt: past, lastCompiledAt: past, lastReferencedAt: null }],
  ])("has the %s", (_, given, derived) => expect(create(given)).toMatchObject({ ...given, ...derived }));

  it("has a slug with a number if another page of its brain has the slug, archived ones included", async () => {
    const server = openServer();
    const slugOf = (title: string, brain = brainId) => server.control.pages.create({ brainId: brain, title }).slug;
    await send(server, `POST /v1/brains/${brainId}/pages/spring-tide/archive`);
    expect(slugOf("Spring tide")).toBe("spring-tide-2");
    expect(slugOf("spring-tide!")).toBe("spring-tide-3");
    expect(slugOf("Spring tide 4")).toBe("spring-tide-4");
    expect(slugOf("SPRING tide")).toBe("spring-tide-5");
    expect(slugOf("Spring tide", "brain_ropes")).toBe("spring-tide");
    const long = "t".repeat(80);
    expect([slugOf(`${long}a`), slugOf(`${long}b`)]).toEqual([long, `${long}-2`]);
  });
});

// Pages of one brain, in the order in which they are added.
const added = [
  { slug: "title", title: "Über die Tide", summary: "", body: "x" },
  { slug: "summary", title: "x", summary: "High tides.", body: "x", status: "stale" },
  { slug: "body", title: "x", summary: "", body: "Ebb\nand (tide)*", pinned: true },
  { slug: "archived", title: "tide", status: "archived", archived: true },
  { slug: "deprecated", title: "tide", status: "deprecated" },
  { slug: "none", title: "x", summary: "", body: "[[tid]] e", status: "contested" },
] as const;

describe("the pages of a brain", () => {
  const open = () => openServer({ seed: buildState({ pages: added.map(buildPage) }) }).control.pages;
  const slugsOf = (pages: readonly { readonly slug: string }[]) => pages.map(({ slug }) => slug);

  it.each<[what: string, input: object, slugs: readonly string[]]>([
    ["without hidden ones by default", {}, ["title", "summary", "body", "none"]],
    ["without hidden ones", { includeHidden: false }, ["title", "summary", "body", "none"]],
    ["with hidden ones", { includeHidden: true }, ["title", "summary", "body", "archived", "deprecated", "none"]],
    ["after one of them", { limit: 1, after: "body" }, ["none"]],
    ["after a hidden one", { limit: 1, after: "archived" }, ["none"]],
  ])("are listed %s", (_, input, slugs) => expect(slugsOf(open().list({ brainId, ...input }))).toEqual(slugs));

  it.each<[text: string, slugs: readonly string[]]>([
    ["tide", ["title", "summary", "body"]],
    ["TIDE", ["title", "summary", "body"]],
    ["ÜBER DIE", ["title"]],
    ["tides.", ["summary"]],
    ["(tide)*", ["body"]],
    [".*", []],
    ["ebb and", []],
    ["page_", []],
    [" ", ["title", "summary", "body", "none"]],
  ])("are searched for %j in title, summary and body, without hidden ones: %j", (text, slugs) => {
    expect(slugsOf(open().search({ brainId, text }))).toEqual(slugs);
  });

  it("are searched in parts", () => {
    expect(slugsOf(open().search({ brainId, text: "tide", limit: 1 }))).toEqual(["title"]);
    expect(slugsOf(open().search({ brainId, text: "tide", after: "title" }))).toEqual(["summary", "body"]);
  });

  it("are found again once they are active", () => {
    const pages = open();
    pages.restore({ brainId, slug: "archived" });
    pages.mark({ brainId, slug: "deprecated", status: "active" });
    const expected = ["title", "summary", "body", "archived", "deprecated"];
    expect(slugsOf(pages.search({ brainId, text: "tide" }))).toEqual(expected);
  });
});

const updatedAt = frozenTime;
const retired = { archived: true, status: "archived", statusBeforeArchive: "stale" } as const;
const restored = { archived: false, status: "stale", statusBeforeArchive: undefined } as const;
type Method = "read" | "pin" | "unpin" | "deprecate" | "restore";

it.each<[name: Method, does: string, before: Partial<StoredPage>, changes: Partial<StoredPage>]>([
  ["read", "sets the time of the last reading alone", {}, { lastReferencedAt: frozenTime }],
  ["pin", "pins a page", {}, { pinned: true, updatedAt }],
  ["pin", "leaves a pinned page as it is", { pinned: true }, {}],
  ["unpin", "unpins a page", { pinned: true }, { pinned: false, updatedAt }],
  ["unpin", "leaves a page that isn't pinned as it is", {}, {}],
  ["deprecate", "deprecates a page", {}, { status: "deprecated", updatedAt }],
  ["deprecate", "leaves a deprecated page as it is", { status: "deprecated" }, {}],
  ["restore", "gives an archived page its former status", retired, { ...restored, updatedAt }],
  ["restore", "leaves an active page as it is", {}, {}],
])("pages.%s %s", (name, _, before, changes) => {
  const { control, snapshot } = openServer({ seed: buildState({ pages: [buildPage(before)] }) });
  const expected = JSON.parse(JSON.stringify(buildPage({ ...before, ...changes })));
  expect(control.pages[name](address)).toStrictEqual(expected);
  expect(snapshot().pages).toStrictEqual([expected]);
});

it("pages.mark changes the status", () => {
  const { pages } = openServer().control;
  const contested = buildPage({ status: "contested", updatedAt });
  expect(pages.mark({ ...address, status: "contested" })).toStrictEqual(contested);
  expect(pages.get(address)).toStrictEqual(contested);
});

describe("an archived page", () => {
  const archived = buildPage({ archived: true, status: "archived" });

  it("can be pinned, and is active after a restore if it has no former status", () => {
    const { pages } = openServer({ seed: buildState({ pages: [archived] }) }).control;
    expect(pages.pin(address)).toStrictEqual({ ...archived, pinned: true, updatedAt });
    expect(pages.restore(address)).toStrictEqual(buildPage({ pinned: true, updatedAt }));
  });

  it("doesn't show its former status", () => {
    const { pages } = openServer({ seed: buildState({ pages: [buildPage(retired)] }) }).control;
    expect(pages.get(address)).toStrictEqual(archived);
    expect(pages.list({ brainId, includeHidden: true })).toStrictEqual([archived]);
  });
});
