import type { StoredPage } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { send } from "../helpers/send.ts";

const brainId = "brain_tides";
const address = { brainId, slug: "spring-tide" };
const create = (input: object) => openServer().control.pages.create({ brainId, title: "Neap tide", ...input });

// biome-ignore format: a table
const contents: readonly (readonly [given: object, effects: object])[] = [
  [{ title: "Highest tide" }, {}], [{ summary: "" }, {}], [{ entities: [] }, {}], [{ backlinks: ["x", "x"] }, {}], [{ embedding: [] }, {}], [{ pageType: "brief" }, {}],
  [{ body: "See [[moon|the moon]]." }, { backlinks: ["moon"] }], [{ body: "See [[moon]].", backlinks: ["sun"] }, {}], [{ body: "See nothing." }, { backlinks: [] }],
  [{ bucket: "projects" }, { bucketSource: "user" }], [{ bucket: "notes" }, { bucketSource: "user" }],
  [{ title: "T", summary: "S", body: "B", entities: ["E"], embedding: [1], pageType: undefined }, { backlinks: [], pageType: "topic" }],
];

describe("a new version of a page", () => {
  it.each(contents)("by %j has the given fields and those that are derived from them", (given, effects) => {
    const [, ...others] = buildState().pages;
    for (const [method, times] of Object.entries({ edit: {}, compile: { lastCompiledAt: frozenTime } })) {
      const { control, snapshot } = openServer();
      const changed = { ...buildPage({ version: 4, updatedAt: frozenTime }), ...given, ...times, ...effects };
      expect(control.pages[method as "edit" | "compile"]({ ...address, ...given })).toStrictEqual(changed);
      expect(recordsOf({ snapshot })).toStrictEqual(buildState({ pages: [changed, ...others] }));
    }
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

// The value that is stored for each given one, by the field that is given and the one that is derived from it.
// biome-ignore format: a table
const defaults = {
  "title slug": [
    ["  Neap -- TIDE!  ", "neap-tide"], ["Über Größe", "uber-grosse"], ["Crème brûlée №5", "creme-brulee-no5"], ["ﬁne ½ 𝒜lpha", "fine-1-2-alpha"], ["Æblegrød på Øen", "aeblegrod-pa-oen"],
    ["Łódź, Þór & ŒUVRE", "lodz-thor-oeuvre"], ["İstanbul ΟΔΟΣ ısı", "istanbul-isi"], ["Привет, world!", "world"], ["潮の満ち引き", "page"], ["x".repeat(80), "x".repeat(80)],
    ["Rope ".repeat(40_000), `${"rope-".repeat(15)}rope`], [`${"y".repeat(79)} and`, "y".repeat(79)], ["e\u0301te\u0301", "ete"], ["🌊 tide 🌊", "tide"], ["a/b?c#d%2e..", "a-b-c-d-2e"],
    ["__proto__", "proto"], ["!!!", "page"], ["..", "page"], ["\ud800", "page"], ["Spring tide", "spring-tide-2"],
  ],
  "body summary": [
    ["One.\nTwo.\n\nThree.", "One. Two."], ["\n\n  One  \t two\n \t\nThree.", "One two"], ["One\r\n\r\nTwo", "One"], ["One.  \n\nTwo.", "One."],
    ["# Tides\n\nOne.", "One."], ["# Tides\nOne.\n## Ebb\nTwo.", "One."], ["One.\n# Tides\nTwo.", "One."], ["## Tides ##\r\n\r\n### Ebb\r\nOne.", "One."], ["Tides\n=====\nOne.", "One."],
    ["Tides\n---\n\nOne.", "One."], ["Tides\n--- One.", "Tides --- One."], ["#tides One.", "#tides One."], ["####### One.", "####### One."], ["One - two\n\n---", "One - two"], ["# Tides", ""], ["#\nOne.", "One."], ["\\# One.", "\\# One."], [`${"# a\n".repeat(50_000)}${"-".repeat(100_000)}x`, "-".repeat(160)],
    ["x".repeat(160), "x".repeat(160)], ["x".repeat(161), "x".repeat(160)], [`${"x".repeat(159)}🌊`, "x".repeat(159)], [`${"x".repeat(158)}🌊y`, `${"x".repeat(158)}🌊`],
  ],
  "body backlinks": [
    ["[[a]]", ["a"]], ["[[a]][[b]] and [[ c ]] [[a]]", ["a", "b", "c"]], ["[[a|shown]] [[b#part]] [[c#part|shown]] [[d|x|y]] [[e|]]", ["a", "b", "c", "d", "e"]],
    ["[[]] [[ ]] [[|shown]] [[#part]]", []], ["[[[a]]] [[b]]]", ["a", "b"]], ["[[a] ] [[b]c] [a]] [[d", []], ["[[a[b]] [[c", []], ["[[a]b]] [[c]]", ["c"]],
    ["[[größe]] [[🌊 tide]] [[__proto__]]", ["größe", "🌊 tide", "__proto__"]], ["[a](b) [a][b] plain", []], [`[[${"a".repeat(300_000)}`, []], [`[[a]] ${"\u00e4 b\n".repeat(250_000)} [[z]]`, ["a", "z"]],
  ],
} as const;
const derived = Object.entries(defaults).flatMap(([fields, rows]) => {
  const [from = "", to = ""] = fields.split(" ");
  return rows.map(([value, expected]) => ({ from, to, value, expected, shown: JSON.stringify(value).slice(0, 60) }));
});

// The fields of a new page that depend on others and on its brain.
// biome-ignore format: a table
const created: readonly (readonly [given: object, expected: object])[] = [
  [{ brainId: "brain_south" }, { tenantId: "org_south", subjectId: "brain_south" }], [{ tenantId: "t", subjectId: "s" }, { tenantId: "t", subjectId: "s" }], [{ source: null }, { source: null }],
  [{ bucket: "inbox" }, { bucket: "inbox", bucketSource: "user" }], [{ bucket: "notes", bucketSource: "auto" }, { bucket: "notes", bucketSource: "auto" }], [{ bucketSource: "user" }, { bucket: "inbox", bucketSource: "user" }],
  [{ sources: [{ ingestSourceId: "a" }] }, { sources: [{ ingestSourceId: "a", chunkUuids: [], attachedAt: frozenTime }] }], [{ archived: true }, { archived: true, status: "archived" }],
  [{ createdAt: "2020-01-01T00:00:00Z" }, { createdAt: "2020-01-01T00:00:00Z", updatedAt: "2020-01-01T00:00:00Z", lastCompiledAt: "2020-01-01T00:00:00Z", lastReferencedAt: null }],
];

describe("a new page", () => {
  it.each(derived)("derives its $to from the $from $shown", ({ from, to, value, expected }) => {
    expect(create({ [from]: value })).toMatchObject({ [from]: value, [to]: expected });
  });

  it.each(created)("by %j has %j", (given, expected) => {
    expect(create(given)).toMatchObject(expected);
  });

  it("gets a slug with a number where it is taken in its brain, archived pages included", async () => {
    const server = openServer();
    const slugOf = (title: string, brain = brainId) => server.control.pages.create({ brainId: brain, title }).slug;
    await send(server, `POST /v1/brains/${brainId}/pages/spring-tide/archive`);
    // biome-ignore format: pairs
    const expected = [
      ["Spring tide", "spring-tide-2"], ["spring-tide!", "spring-tide-3"], ["Spring tide 4", "spring-tide-4"], ["SPRING tide", "spring-tide-5"],
      [`${"t".repeat(80)}a`, "t".repeat(80)], [`${"t".repeat(80)}b`, `${"t".repeat(80)}-2`],
    ];
    expect(expected.map(([title = ""]) => [title, slugOf(title)])).toEqual(expected);
    expect(slugOf("Spring tide", "brain_ropes")).toBe("spring-tide");
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

  // biome-ignore format: a table
  const lists: readonly [input: object, slugs: readonly string[]][] = [
    [{}, ["title", "summary", "body", "none"]], [{ includeHidden: false }, ["title", "summary", "body", "none"]],
    [{ includeHidden: true }, ["title", "summary", "body", "archived", "deprecated", "none"]],
    [{ limit: 1, after: "body" }, ["none"]], [{ limit: 1, after: "archived" }, ["none"]], [{ limit: 1, after: "body", includeHidden: true }, ["archived"]],
  ];
  it.each(lists)("are listed without hidden ones by default: %j", (input, slugs) => {
    expect(slugsOf(open().list({ brainId, ...input }))).toEqual(slugs);
  });

  // biome-ignore format: a table
  const searches: readonly [text: string, slugs: readonly string[], page?: object][] = [
    ["tide", ["title", "summary", "body"]], ["TIDE", ["title", "summary", "body"]], ["über", ["title"]], ["ÜBER DIE", ["title"]], ["tides.", ["summary"]], ["(tide)*", ["body"]],
    ["tide", ["title"], { limit: 1 }], ["tide", ["summary", "body"], { after: "title" }], [".*", []], ["ebb and", []], ["page_", []], [" ", ["title", "summary", "body", "none"]],
  ];
  it.each(searches)("are searched for %j in title, summary and body, without hidden ones", (text, slugs, page = {}) => {
    expect(slugsOf(open().search({ brainId, text, ...page }))).toEqual(slugs);
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

// biome-ignore format: one row a line
it.each<[name: "read" | "pin" | "unpin" | "deprecate" | "mark" | "restore", before: Partial<StoredPage>, changes: Partial<StoredPage>]>([
  ["read", {}, { lastReferencedAt: frozenTime }],
  ["pin", {}, { pinned: true, updatedAt }], ["pin", { pinned: true }, {}],
  ["unpin", { pinned: true }, { pinned: false, updatedAt }], ["unpin", {}, {}],
  ["deprecate", {}, { status: "deprecated", updatedAt }], ["deprecate", { status: "deprecated" }, {}],
  ["mark", { status: "deprecated" }, { status: "contested", updatedAt }], ["mark", { status: "contested" }, {}],
  ["restore", retired, { archived: false, status: "stale", updatedAt }], ["restore", {}, {}],
])("pages.%s of a page with %j changes %j", (name, before, changes) => {
  const { control, snapshot } = openServer({ seed: buildState({ pages: [buildPage(before)] }) });
  const { statusBeforeArchive: _, ...expected } = buildPage({ ...before, ...changes });
  expect(control.pages[name]({ ...address, ...(name === "mark" && { status: "contested" }) } as never)).toStrictEqual(expected);
  expect(snapshot().pages).toStrictEqual([expected]);
});

it("an archived page can be pinned, and is active after a restore if it has no former status", () => {
  const archived = buildPage({ archived: true, status: "archived" });
  const { pages } = openServer({ seed: buildState({ pages: [archived] }) }).control;
  expect(pages.pin(address)).toStrictEqual({ ...archived, pinned: true, updatedAt: frozenTime });
  expect(pages.restore(address)).toStrictEqual(buildPage({ pinned: true, updatedAt: frozenTime }));
});
