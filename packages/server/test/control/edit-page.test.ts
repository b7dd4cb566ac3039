import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };

describe("editing a page", () => {
  it.each([
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
    [{ title: "T", summary: "S", body: "B", entities: ["E"], embedding: [1] }, { backlinks: [] }],
  ] as const)("by %j changes the given fields and those that are derived from them", (changes, effects) => {
    const server = openServer();
    const edited = { ...buildPage({ version: 4, updatedAt: frozenTime }), ...changes, ...effects };
    expect(server.control.pages.edit({ ...address, ...changes })).toStrictEqual(edited);
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), pages: [edited, ...buildState().pages.slice(1)] });
  });

  it("treats undefined fields as omitted", () => {
    const edited = openServer().control.pages.edit({
      ...address,
      title: "T",
      summary: undefined,
      body: undefined,
      entities: undefined,
      backlinks: undefined,
      embedding: undefined,
      pageType: undefined,
      bucket: undefined,
    });
    expect(edited).toStrictEqual(buildPage({ title: "T", version: 4, updatedAt: frozenTime }));
  });

  it.each([{}, { title: undefined, bucket: undefined }])("rejects %j, which changes nothing", (changes) => {
    const server = openServer();
    expect(captureRejection(server, () => server.control.pages.edit({ ...address, ...changes }))).toEqual({
      code: "invalid_input",
      message: "Failed to edit a page: the input must name at least one field to change.",
      problems: [{ path: "", message: "must name at least one field to change" }],
    });
  });

  it("increments the version each time, even for the same content", () => {
    const { pages } = openServer().control;
    const versions = [1, 2, 3].map(() => pages.edit({ ...address, title: "Spring tide" }).version);
    expect(versions).toEqual([4, 5, 6]);
  });

  it("shows in the index, where the newest update comes first", async () => {
    const pages = ["a", "b"].map((slug) => buildPage({ slug }));
    const server = openServer({ seed: buildState({ pages }) });
    server.control.pages.edit({
      brainId: "brain_tides",
      slug: "b",
      title: "Tide B",
      summary: "New.",
      pageType: "entity",
    });
    expect(await send(server, "GET /v1/brains/brain_tides/index?limit=1")).toMatchObject({
      body: [{ slug: "b", title: "Tide B", summary: "New.", pageType: "entity" }],
    });
    server.clock.advance(1);
    server.control.pages.edit({ brainId: "brain_tides", slug: "a", title: "Tide A" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["a", "b"]);
  });

  it("is in the response to archiving, the embedding too", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    server.control.pages.restore(address);
    server.control.pages.edit({ ...address, title: "T", embedding: [7] });
    expect(await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive")).toMatchObject({
      body: { title: "T", embedding: [7], version: 4 },
    });
  });

  it.each(["deprecated", "stale", "contested"] as const)("keeps a page %s", (status) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status })] }) });
    expect(server.control.pages.edit({ ...address, title: "T" })).toMatchObject({ status, version: 4 });
  });

  it("keeps a pinned page pinned", async () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ pinned: true }), buildPage({ slug: "a" })] }) });
    expect(server.control.pages.edit({ ...address, title: "T" }).pinned).toBe(true);
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide", "a"]);
  });

  it("rejects a page that is archived", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(captureRejection(server, () => server.control.pages.edit({ ...address, title: "T" }))).toEqual({
      code: "conflict",
      message: "Failed to edit a page: page spring-tide is archived. Restore it first.",
      problems: [],
    });
  });

  it.each(["pinned", "status", "version", "id", "sources", "bucketSource", "archived"])("cannot change %s", (field) => {
    const server = openServer();
    const input = { ...address, title: "T", [field]: "x" };
    const fields = "brainId, slug, title, summary, body, entities, backlinks, embedding, pageType, bucket";
    const message = `has unknown fields: ${field}; the fields are ${fields}`;
    expect(captureRejection(server, () => server.control.pages.edit(input))).toEqual({
      code: "invalid_input",
      message: `Failed to edit a page: the input ${message}.`,
      problems: [{ path: "", message }],
    });
  });
});
