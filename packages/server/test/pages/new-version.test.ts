import { expect, it } from "vitest";
import { buildPage, buildState, frozenTime } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };

const open = () => openServer().control.pages;

const byUser = { bucketSource: "user" };
const linked = { body: "See [[moon|the moon]]." };
// biome-ignore format: one row a line
it.each<{ what: string; given: object; derived?: object }>([
  { what: "a given title", given: { title: "Highest tide" } },
  { what: "a given summary", given: { summary: "" } },
  { what: "given entities", given: { entities: [] } },
  { what: "given backlinks, even twice the same", given: { backlinks: ["x", "x"] } },
  { what: "a given embedding", given: { embedding: [] } },
  { what: "a given type", given: { pageType: "brief" } },
  { what: "its former type if it is undefined", given: { pageType: undefined, title: "T" }, derived: { pageType: "topic" } },
  { what: "the backlinks of a given body", given: linked, derived: { backlinks: ["moon"] } },
  { what: "no backlinks if a given body has none", given: { body: "See." }, derived: { backlinks: [] } },
  { what: "given backlinks, not those of its body", given: { ...linked, backlinks: ["sun"] } },
  { what: "a given bucket, as set by a user", given: { bucket: "projects" }, derived: byUser },
  { what: "its own bucket, as set by a user", given: { bucket: "notes" }, derived: byUser },
])("a new version of a page has $what, and its other fields", ({ given, derived }) => {
  const version = buildPage({ version: 4, updatedAt: frozenTime });
  const edited = { ...version, ...given, ...derived };
  expect(open().edit({ ...address, ...given })).toStrictEqual(edited);
  expect(open().compile({ ...address, ...given })).toStrictEqual({ ...edited, lastCompiledAt: frozenTime });
});

it("a new version of a page has the sources that are compiled after its own, each once", () => {
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

it("a new version of a page is rejected if its number would be too large", () => {
  const seed = buildState({ pages: [buildPage({ version: Number.MAX_SAFE_INTEGER })] });
  const message = "page spring-tide already has the largest possible version";
  const { pages } = openServer({ seed }).control;
  for (const name of ["edit", "compile"] as const)
    expect(() => pages[name]({ ...address, title: "T" })).toThrow(message);
});
