import { expect, it } from "vitest";
import { buildPage, buildState, frozenTime, recordsOf, someId } from "../helpers/build-state.ts";
import { openServer, send } from "../helpers/open-server.ts";

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

const page = buildPage({ id: "page_new", slug: "new", embedding: [1] });

it("a new page has defaults for what the input leaves out, and changes no other record", () => {
  const server = openServer();
  expect(server.control.pages.create({ brainId, title: "Neap tide" })).toStrictEqual(defaultPage);
  const [first, ...others] = buildState().pages;
  expect(recordsOf(server)).toStrictEqual({ ...buildState(), pages: [first, defaultPage, ...others] });
});

it("a new page has defaults for fields that are undefined", () => {
  const undefinedFields = Object.fromEntries(Object.keys(page).map((name) => [name, undefined]));
  expect(create({ ...undefinedFields, brainId, title: "Neap tide" })).toStrictEqual(defaultPage);
});

it("a new page has all fields of the input, of which times may be dates", () => {
  const dates = { createdAt: new Date(page.createdAt), updatedAt: new Date(page.updatedAt) };
  expect(create({ ...page, ...dates })).toStrictEqual(page);
});

it.each([
  { title: "  Neap -- TIDE!  ", slug: "neap-tide" },
  { title: "a/b?c#d%2e..", slug: "a-b-c-d-2e" },
  { title: "Über Größe", slug: "uber-grosse" },
  { title: "ﬁne ½ 𝒜lpha", slug: "fine-1-2-alpha" },
  { title: "Æblegrød på Øen", slug: "aeblegrod-pa-oen" },
  { title: "Łódź, Þór & ŒUVRE", slug: "lodz-thor-oeuvre" },
  { title: "İstanbul ısı", slug: "istanbul-isi" },
  { title: "潮の満ち引き", slug: "page" },
  { title: "__proto__", slug: "proto" },
  { title: "x".repeat(80), slug: "x".repeat(80) },
  { title: `${"y".repeat(79)} and`, slug: "y".repeat(79) },
])("a new page with the title $title has the slug $slug", ({ title, slug }) =>
  expect(create({ title })).toMatchObject({ title, slug }),
);

it.each([
  { body: "One.\nTwo.\n\nThree.", summary: "One. Two." },
  { body: "\n\n  One  \t two\n \t\nThree.", summary: "One two" },
  { body: "# Tides\n\nOne.", summary: "One." },
  { body: "#\nOne.", summary: "One." },
  { body: "## Tides ##\r\n\r\n### Ebb\r\nOne.", summary: "One." },
  { body: "Tides\n=====\nOne.", summary: "One." },
  { body: "Tides\n---\n\nOne.", summary: "One." },
  { body: "# Tides", summary: "" },
  { body: "Tides\n--- One.", summary: "Tides --- One." },
  { body: "#tides One.", summary: "#tides One." },
  { body: "####### One.", summary: "####### One." },
  { body: "\\# One.", summary: "\\# One." },
  { body: "One - two\n\n---", summary: "One - two" },
  { body: "x".repeat(161), summary: "x".repeat(160) },
  { body: `${"x".repeat(159)}🌊`, summary: "x".repeat(159) },
  { body: `${"x".repeat(158)}🌊y`, summary: `${"x".repeat(158)}🌊` },
])("a new page with the body $body has the summary $summary", ({ body, summary }) => {
  expect(create({ body })).toMatchObject({ body, summary });
});

it.each([
  { body: "[[a]][[b]] and [[ c ]] [[a]]", backlinks: ["a", "b", "c"] },
  { body: "[[a|shown]] [[b#part]] [[c#part|shown]] [[d|x|y]] [[e|]]", backlinks: ["a", "b", "c", "d", "e"] },
  { body: "[[]] [[ ]] [[|shown]] [[#part]]", backlinks: [] },
  { body: "[[[a]]] [[b]]]", backlinks: ["a", "b"] },
  { body: "[[a] ] [[b]c] [a]] [[d", backlinks: [] },
  { body: "[[a[b]] [[c", backlinks: [] },
  { body: "[[a]b]] [[c]]", backlinks: ["c"] },
  { body: "[[größe]] [[🌊 tide]] [[__proto__]]", backlinks: ["größe", "🌊 tide", "__proto__"] },
])("a new page with the body $body links to $backlinks", ({ body, backlinks }) => {
  expect(create({ body })).toMatchObject({ body, backlinks });
});

it("a new page may have texts of any length", () => {
  expect(create({ title: "Rope ".repeat(40_000) }).slug).toHaveLength(79);
  expect(create({ body: `${"# a\n".repeat(50_000)}${"-".repeat(100_000)}x` }).summary).toBe("-".repeat(160));
  expect(create({ body: `[[${"a".repeat(300_000)}` }).backlinks).toEqual([]);
  expect(create({ body: `[[a]] ${"\u00e4 b\n".repeat(250_000)} [[z]]` }).backlinks).toEqual(["a", "z"]);
});

const source = { ingestSourceId: "a" };
const past = "2020-01-01T00:00:00Z";
// biome-ignore format: one row a line
it.each<{ what: string; given: object; derived: object }>([
  { what: "ids of its brain", given: { brainId: "brain_south" }, derived: { tenantId: "org_south", subjectId: "brain_south" } },
  { what: "whole sources", given: { sources: [source] }, derived: { sources: [{ ...source, chunkUuids: [], attachedAt: frozenTime }] } },
  { what: "times of its creation", given: { createdAt: past }, derived: { updatedAt: past, lastCompiledAt: past, lastReferencedAt: null } },
])("a new page has the $what", ({ given, derived }) => expect(create(given)).toMatchObject({ ...given, ...derived }));

it("a new page has a slug with a number if another page of its brain has the slug, archived ones included", async () => {
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
