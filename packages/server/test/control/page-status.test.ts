import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };
const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";

describe("deprecating a page", () => {
  it.each(["active", "stale", "contested"] as const)("hides a page that is %s from the index", async (status) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status })] }) });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide"]);
    const deprecated = buildPage({ status: "deprecated", updatedAt: frozenTime });
    expect(server.control.pages.deprecate(address)).toStrictEqual(deprecated);
    expect(server.snapshot().pages).toStrictEqual([deprecated]);
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("changes nothing about a page that is deprecated", () => {
    const pages = [buildPage({ status: "deprecated" })];
    const server = openServer({ seed: buildState({ pages }) });
    expect(server.control.pages.deprecate(address)).toStrictEqual(pages[0]);
    expect(server.snapshot().pages).toStrictEqual(pages);
  });

  it("rejects a page that is pinned, which is exempt", () => {
    const server = openServer();
    server.control.pages.pin(address);
    expect(captureRejection(server, () => server.control.pages.deprecate(address))).toEqual({
      code: "conflict",
      message: "Failed to deprecate a page: page spring-tide is pinned, so it cannot be deprecated. Unpin it first.",
      problems: [],
    });
    server.control.pages.unpin(address);
    expect(server.control.pages.deprecate(address).status).toBe("deprecated");
  });

  it("rejects a page that is archived", async () => {
    const server = openServer();
    await send(server, archive);
    expect(captureRejection(server, () => server.control.pages.deprecate(address))).toEqual({
      code: "conflict",
      message: "Failed to deprecate a page: page spring-tide is archived. Restore it first.",
      problems: [],
    });
  });
});

describe("marking a page", () => {
  it.each(["active", "stale", "contested"] as const)("as %s is shown in the index", async (status) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status: "deprecated" })] }) });
    const marked = buildPage({ status, updatedAt: frozenTime });
    expect(server.control.pages.mark({ ...address, status })).toStrictEqual(marked);
    expect(server.snapshot().pages).toStrictEqual([marked]);
    expect(await send(server, "GET /v1/brains/brain_tides/index")).toMatchObject({
      body: [{ slug: "spring-tide", status }],
    });
    expect(server.deliveries.list()).toEqual([]);
  });

  it("as stale or contested puts it behind active pages", async () => {
    const pages = ["a", "b", "c"].map((slug) => buildPage({ slug }));
    const server = openServer({ seed: buildState({ pages }) });
    server.control.pages.mark({ brainId: "brain_tides", slug: "a", status: "stale" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["b", "c", "a"]);
    server.clock.advance(1);
    server.control.pages.mark({ brainId: "brain_tides", slug: "b", status: "contested" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["c", "b", "a"]);
  });

  it.each(["active", "stale", "contested"] as const)("as %s does not change its rank", (status) => {
    const pages = [buildPage({ status, pinned: true })];
    const server = openServer({ seed: buildState({ pages }) });
    expect(server.control.pages.mark({ ...address, status })).toStrictEqual(pages[0]);
    expect(server.snapshot().pages).toStrictEqual(pages);
  });

  it("keeps the pin", () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ pinned: true })] }) });
    expect(server.control.pages.mark({ ...address, status: "stale" })).toMatchObject({ pinned: true, version: 3 });
  });

  it("rejects a page that is archived", async () => {
    const server = openServer();
    await send(server, archive);
    expect(captureRejection(server, () => server.control.pages.mark({ ...address, status: "active" }))).toEqual({
      code: "conflict",
      message: "Failed to mark a page: page spring-tide is archived. Restore it first.",
      problems: [],
    });
  });
});
