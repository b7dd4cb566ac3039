import { describe, expect, it } from "vitest";
import { buildPage, buildState, frozenTime, openServer, recordsOf, send, someId } from "../helpers/open-server.ts";

const brainId = "brain_tides";
const create = (input: object) => openServer().control.pages.create({ brainId, title: "Neap tide", ...input });

// biome-ignore format: some fields a line
const defaultPage = {
  ...buildPage(),
  id: someId("page"), slug: "neap-tide", title: "Neap tide", body: "Neap tide", summary: "Neap tide",
  tenantId: "org_north", subjectId: brainId, source: null, bucket: "inbox", version: 1,
  entities: [], sources: [], backlinks: [], embedding: [],
  createdAt: frozenTime, updatedAt: frozenTime, lastCompiledAt: frozenTime, lastReferencedAt: null,
};

describe("a new page", () => {
  const page = buildPage({ id: "page_new", slug: "new", embedding: [1] });

  it("has defaults for what the input leaves out, and changes no other record", () => {
    const server = openServer();
    expect(server.control.pages.create({ brainId, title: "Neap tide" })).toStrictEqual(defaultPage);
    const [first, ...others] = buildState().pages;
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), pages: [first, defaultPage, ...others] });
  });

  it("has defaults for fields that are undefined", () => {
    const undefinedFields = Object.fromEntries(Object.keys(page).map((name) => [name, undefined]));
    expect(create({ ...undefinedFields, brainId, title: "Neap tide" })).toStrictEqual(defaultPage);
  });

  it("has all fields of the input, of which times may be dates", () => {
    const dates = { createdAt: new Date(page.createdAt), updatedAt: new Date(page.updatedAt) };
    expect(create({ ...page, ...dates })).toStrictEqual(page);
  });

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
    expect(slugOf(`${long}a`)).toBe(long);
    expect(slugOf(`${long}b`)).toBe(`${long}-2`);
  });
});
