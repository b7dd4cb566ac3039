import { connect, withControl } from "@knowledge-base/server/control";
import type { IndexEntry } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const brainId = "brain_tides";
const address = { brainId, slug: "spring-tide" };
const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const create = (input: object) => openServer().control.pages.create({ brainId, title: "Neap tide", ...input });

// biome-ignore format: one row a line
const contents: readonly (readonly [given: object, effects: object])[] = [
  [{ title: "Highest tide" }, {}],
  [{ summary: "" }, {}],
  [{ entities: [] }, {}],
  [{ backlinks: ["x", "x"] }, {}],
  [{ embedding: [] }, {}],
  [{ pageType: "brief" }, {}],
  [{ body: "See [[moon|the moon]]." }, { backlinks: ["moon"] }],
  [{ body: "See [[moon]].", backlinks: ["sun"] }, {}],
  [{ body: "See nothing." }, { backlinks: [] }],
  [{ bucket: "projects" }, { bucketSource: "user" }],
  [{ bucket: "notes" }, { bucketSource: "user" }],
  [{ title: "T", summary: "S", body: "B", entities: ["E"], embedding: [1], pageType: undefined }, { backlinks: [], pageType: "topic" }],
];

describe("a new version of a page", () => {
  const [, ...others] = buildState().pages;

  it.each(contents)("by %j has the given fields and those that are derived from them", (given, effects) => {
    for (const [method, times] of [
      ["edit", {}],
      ["compile", { lastCompiledAt: frozenTime }],
    ] as const) {
      const server = openServer();
      const changed = { ...buildPage({ version: 4, updatedAt: frozenTime }), ...given, ...times, ...effects };
      expect(server.control.pages[method]({ ...address, ...given })).toStrictEqual(changed);
      expect(recordsOf(server)).toStrictEqual(buildState({ pages: [changed, ...others] }));
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
    expect(compile({ ingestSourceId: "ingest_3" }, { ingestSourceId: "ingest_1" })).toStrictEqual([
      second,
      third,
      { ...third, ingestSourceId: "ingest_1" },
    ]);
  });

  it("is rejected if it would be too large a number", () => {
    const { pages } = openServer({
      seed: buildState({ pages: [buildPage({ version: Number.MAX_SAFE_INTEGER })] }),
    }).control;
    for (const change of [pages.edit, pages.compile])
      expect(() => change({ ...address, title: "T" })).toThrow(
        "page spring-tide already has the largest possible version",
      );
  });

  it("keeps lists that the caller changes later", () => {
    const { pages } = openServer().control;
    const given = { embedding: [1, 2], entities: ["a"], sources: [{ ingestSourceId: "c", chunkUuids: ["b"] }] };
    const before = pages.compile({ ...address, ...given });
    given.embedding.push(3);
    given.entities.push("x");
    given.sources[0]?.chunkUuids.push("y");
    expect(pages.get(address)).toStrictEqual(before);
    expect(pages.edit({ ...address, embedding: Object.freeze([7]) }).embedding).toEqual([7]);
  });
});

/** The text that is stored for each given one, by the field that is given and the one that is derived from it. */
// biome-ignore format: one row a line
const defaults = {
  "title slug": [
    ["  Neap -- TIDE!  ", "neap-tide"], ["Über Größe", "uber-grosse"], ["Crème brûlée №5", "creme-brulee-no5"], ["ﬁne ½ 𝒜lpha", "fine-1-2-alpha"],
    ["Æblegrød på Øen", "aeblegrod-pa-oen"], ["Łódź, Þór & ŒUVRE", "lodz-thor-oeuvre"], ["İstanbul ΟΔΟΣ ısı", "istanbul-isi"], ["Привет, world!", "world"],
    ["潮の満ち引き", "page"], ["x".repeat(80), "x".repeat(80)], ["Rope ".repeat(40_000), `${"rope-".repeat(15)}rope`], [`${"y".repeat(79)} and`, "y".repeat(79)],
    ["e\u0301te\u0301", "ete"], ["🌊 tide 🌊", "tide"], ["a/b?c#d%2e..", "a-b-c-d-2e"], ["__proto__", "proto"], ["!!!", "page"], ["..", "page"], ["\ud800", "page"],
  ],
  "body summary": [
    ["One.\nTwo.\n\nThree.", "One. Two."], ["\n\n  One  \t two\n \t\nThree.", "One two"], ["One\r\n\r\nTwo", "One"], ["One.  \n\nTwo.", "One."],
    ["x".repeat(160), "x".repeat(160)], ["x".repeat(161), "x".repeat(160)], [`${"x".repeat(159)}🌊`, "x".repeat(159)], [`${"x".repeat(158)}🌊y`, `${"x".repeat(158)}🌊`],
  ],
  "body backlinks": [
    ["[[a]]", ["a"]], ["[[a]][[b]] and [[ c ]] [[a]]", ["a", "b", "c"]], ["[[a|shown]] [[b#part]] [[c#part|shown]] [[d|x|y]] [[e|]]", ["a", "b", "c", "d", "e"]],
    ["[[]] [[ ]] [[|shown]] [[#part]]", []], ["[[[a]]] [[b]]]", ["a", "b"]], ["[[a] ] [[b]c] [a]] [[d", []], ["[[a[b]] [[c", []], ["[[a]b]] [[c]]", ["c"]],
    ["[[größe]] [[🌊 tide]] [[__proto__]]", ["größe", "🌊 tide", "__proto__"]], ["[a](b) [a][b] plain", []], [`[[${"a".repeat(300_000)}`, []],
    [`[[a]] ${"\u00e4 b\n".repeat(250_000)} [[z]]`, ["a", "z"]],
  ],
} as const;
const derived = Object.entries(defaults).flatMap(([fields, rows]) =>
  rows.map(([given, expected]) => ({ fields, given, expected })),
);

/** The fields of a created page that depend on others, on its brain and on the clock. */
// biome-ignore format: one row a line
const created: readonly (readonly [given: object, expected: object])[] = [
  [{ brainId: "brain_south" }, { tenantId: "org_south", subjectId: "brain_south" }],
  [{ tenantId: "t", subjectId: "s" }, { tenantId: "t", subjectId: "s" }],
  [{ source: null }, { source: null }],
  [{ bucket: "inbox" }, { bucket: "inbox", bucketSource: "user" }],
  [{ bucket: "notes", bucketSource: "auto" }, { bucket: "notes", bucketSource: "auto" }],
  [{ bucketSource: "user" }, { bucket: "inbox", bucketSource: "user" }],
  [{ sources: [{ ingestSourceId: "a" }] }, { sources: [{ ingestSourceId: "a", chunkUuids: [], attachedAt: frozenTime }] }],
  [{ archived: true }, { archived: true, status: "archived" }],
  [{ createdAt: "2020-01-01T00:00:00Z" }, { createdAt: "2020-01-01T00:00:00Z", updatedAt: "2020-01-01T00:00:00Z", lastCompiledAt: "2020-01-01T00:00:00Z", lastReferencedAt: null }],
];

describe("a new page", () => {
  it.each(derived)("has the default of $fields (%#)", ({ fields, given, expected }) => {
    const [from = "", to = ""] = fields.split(" ");
    const page = create({ [from]: given });
    expect(page).toMatchObject({ [from]: given, [to]: expected });
  });

  it.each(created)("by %j has %j", (given, expected) => {
    expect(create(given)).toMatchObject(expected);
  });

  it("gets a slug with a number where it is taken in its brain, archived pages included", async () => {
    const server = openServer();
    const slugOf = (title: string, more = {}) => server.control.pages.create({ brainId, title, ...more }).slug;
    await send(server, archive);
    expect(["Spring tide", "spring-tide!", "Spring tide 4", "SPRING tide"].map((title) => slugOf(title))).toEqual([
      "spring-tide-2",
      "spring-tide-3",
      "spring-tide-4",
      "spring-tide-5",
    ]);
    expect([1, 2].map((count) => slugOf(`${"tide".repeat(20)}${count}`))).toEqual([
      "tide".repeat(20),
      `${"tide".repeat(20)}-2`,
    ]);
    expect(slugOf("Spring tide", { brainId: "brain_ropes" })).toBe("spring-tide");
  });

  it("follows the clock of its organization, and sends no notification", () => {
    const server = openServer();
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    const at = "2030-01-01T00:00:00.000Z";
    const page = { title: "T", body: "B" };
    expect(server.control.pages.create({ brainId, ...page })).toMatchObject({ createdAt: at, lastCompiledAt: at });
    expect(server.control.pages.create({ brainId: "brain_south", ...page })).toMatchObject({ createdAt: frozenTime });
    expect(server.deliveries.list()).toEqual([]);
  });

  it("is not in a state of its own if it has the id of a page that was deleted", async () => {
    const server = openServer();
    server.control.pages.delete(address);
    server.control.pages.create({ brainId, title: "Spring tide", id: "page_spring-tide", pinned: true });
    const { body } = await send(server, `GET /v1/brains/${brainId}/index`);
    expect((body as IndexEntry[]).map(({ slug, pinned }) => [slug, pinned])).toEqual([["spring-tide", true]]);
  });
});

describe("an archived page", () => {
  it("is returned without its former status, and is active again if it has none", () => {
    const seed = buildState({ pages: [buildPage({ archived: true, status: "archived" })] });
    const { pages } = openServer({ seed }).control;
    expect(pages.restore(address)).toStrictEqual(buildPage({ updatedAt: frozenTime }));
  });

  it("can be pinned, which shows once it is restored", async () => {
    const server = openServer();
    const { body } = await send(server, archive);
    expect(server.control.pages.get(address)).toStrictEqual(body);
    expect(server.snapshot().pages[0]).toHaveProperty("statusBeforeArchive", "active");
    expect(server.control.pages.pin(address)).toMatchObject({ pinned: true, archived: true, status: "archived" });
    expect(server.control.pages.restore(address)).toStrictEqual(buildPage({ pinned: true, updatedAt: frozenTime }));
  });
});

describe.each([false, true])("a Date (over a connection: %s)", (isConnected) => {
  it("is a time of the clock, of records and of a state", async () => {
    const local = openServer();
    const server = isConnected ? await connect(local.baseUrl, { fetch: withControl(local) }) : local;
    const date = new Date("2026-03-02T08:15:00.250Z");
    const text = date.toISOString();
    const times = { createdAt: date, updatedAt: date, lastCompiledAt: date, lastReferencedAt: date };
    const sources = [{ ingestSourceId: "i", attachedAt: date }];
    const expected = {
      createdAt: text,
      updatedAt: text,
      lastCompiledAt: text,
      lastReferencedAt: text,
      sources: [{ attachedAt: text }],
    };
    expect(await server.control.pages.create({ brainId, title: "Neap tide", ...times, sources })).toMatchObject(
      expected,
    );
    expect((await server.control.pages.compile({ ...address, sources })).sources.at(-1)?.attachedAt).toBe(text);
    const pier = { brainId, installationId: "installation_pier", channelId: "C_PIER" };
    expect(await server.control.bindings.create({ ...pier, createdAt: date })).toMatchObject({ createdAt: text });
    await server.seed({ version: 1, pages: [{ brainId, title: "Ebb", updatedAt: date }] });
    expect(await server.control.pages.get({ brainId, slug: "ebb" })).toMatchObject({
      createdAt: text,
      updatedAt: text,
    });
    expect(await server.organization("org_north").clock.freeze(date)).toBe(text);
  });
});
