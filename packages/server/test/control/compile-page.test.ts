import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };
const compiled = buildPage({ version: 4, lastCompiledAt: frozenTime, updatedAt: frozenTime });

describe("compiling a page", () => {
  it("increments the version, even if no field is given", () => {
    const server = openServer();
    expect(server.control.pages.compile(address)).toStrictEqual(compiled);
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [compiled, ...buildState().pages.slice(1)] }));
    expect(server.control.pages.compile(address).version).toBe(5);
  });

  it.each([
    [{ title: "Highest tide", summary: "S", entities: ["E"], embedding: [1], pageType: "source" }, {}],
    [{ body: "See [[moon]]." }, { backlinks: ["moon"] }],
    [{ bucket: "ideas" }, { bucketSource: "user" }],
  ] as const)("by %j changes the given fields and those that are derived from them", (changes, effects) => {
    expect(openServer().control.pages.compile({ ...address, ...changes })).toStrictEqual({
      ...compiled,
      ...changes,
      ...effects,
    });
  });

  it("appends sources to those of the page", () => {
    const [first] = buildPage().sources;
    const { sources } = openServer().control.pages.compile({
      ...address,
      sources: [
        { ingestSourceId: "ingest_3" },
        { ingestSourceId: "ingest_2", chunkUuids: ["c"], attachedAt: "2026-01-01T00:00:00Z" },
      ],
    });
    expect(sources).toStrictEqual([
      first,
      { ingestSourceId: "ingest_3", chunkUuids: [], attachedAt: frozenTime },
      { ingestSourceId: "ingest_2", chunkUuids: ["c"], attachedAt: "2026-01-01T00:00:00Z" },
    ]);
  });

  it("replaces sources that the page has", () => {
    const { pages } = openServer().control;
    pages.compile({ ...address, sources: [{ ingestSourceId: "ingest_2" }] });
    const { sources } = pages.compile({ ...address, sources: [{ ingestSourceId: "ingest_1", chunkUuids: ["new"] }] });
    expect(sources).toStrictEqual([
      { ingestSourceId: "ingest_2", chunkUuids: [], attachedAt: frozenTime },
      { ingestSourceId: "ingest_1", chunkUuids: ["new"], attachedAt: frozenTime },
    ]);
  });

  it.each([{ sources: [] }, { sources: undefined }])("keeps the sources by %j", (changes) => {
    expect(openServer().control.pages.compile({ ...address, ...changes }).sources).toStrictEqual(buildPage().sources);
  });

  it("keeps the time of the last reading, the status and the pin", () => {
    const page = buildPage({ status: "stale", pinned: true, lastReferencedAt: null });
    const server = openServer({ seed: buildState({ pages: [page] }) });
    expect(server.control.pages.compile({ ...address, title: "T" })).toStrictEqual({
      ...page,
      title: "T",
      version: 4,
      lastCompiledAt: frozenTime,
      updatedAt: frozenTime,
    });
  });

  it("rejects a page that is archived", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(captureRejection(server, () => server.control.pages.compile(address))).toEqual({
      code: "conflict",
      message: "Failed to compile a page: page spring-tide is archived. Restore it first.",
      problems: [],
    });
  });
});
