import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };

describe("pinning a page", () => {
  it("changes the flag and the time of the change", () => {
    const server = openServer();
    const pinned = buildPage({ pinned: true, updatedAt: frozenTime });
    expect(server.control.pages.pin(address)).toStrictEqual(pinned);
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [pinned, ...buildState().pages.slice(1)] }));
    expect(server.deliveries.list()).toEqual([]);
  });

  it("moves it to the top of the index, until it is unpinned", async () => {
    const pages = [
      buildPage({ slug: "a", lastReferencedAt: frozenTime }),
      buildPage({ slug: "b" }),
      buildPage({ slug: "c", lastReferencedAt: null }),
    ];
    const server = openServer({ seed: buildState({ pages }) });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["a", "b", "c"]);
    server.control.pages.pin({ brainId: "brain_tides", slug: "c" });
    expect(await send(server, "GET /v1/brains/brain_tides/index?limit=1")).toMatchObject({
      body: [{ slug: "c", pinned: true }],
    });
    server.control.pages.pin({ brainId: "brain_tides", slug: "b" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["b", "c", "a"]);
    server.control.pages.unpin({ brainId: "brain_tides", slug: "c" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["b", "a", "c"]);
  });

  it("changes nothing about a page that is pinned", () => {
    const pages = [buildPage({ pinned: true })];
    const server = openServer({ seed: buildState({ pages }) });
    expect(server.control.pages.pin(address)).toStrictEqual(pages[0]);
    expect(server.snapshot().pages).toStrictEqual(pages);
  });

  it.each(["stale", "contested"] as const)("is for pages that are %s too", (status) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status })] }) });
    expect(server.control.pages.pin(address)).toMatchObject({ pinned: true, status });
  });

  it("rejects a page that is deprecated", () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status: "deprecated" })] }) });
    expect(captureRejection(server, () => server.control.pages.pin(address))).toEqual({
      code: "conflict",
      message: "Failed to pin a page: page spring-tide is deprecated. Mark it as active first.",
      problems: [],
    });
  });

  it("rejects a page that a restore would make deprecated", async () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status: "deprecated" })] }) });
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(captureRejection(server, () => server.control.pages.pin(address)).code).toBe("conflict");
    server.control.pages.restore(address);
    server.control.pages.mark({ ...address, status: "active" });
    expect(server.control.pages.pin(address).pinned).toBe(true);
  });

  it("keeps an archived page hidden, and on top once it is restored", async () => {
    const server = openServer();
    server.control.pages.create({ brainId: "brain_tides", title: "Neap tide", body: "B" });
    server.control.pages.read({ brainId: "brain_tides", slug: "neap-tide" });
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(server.control.pages.pin(address)).toMatchObject({ pinned: true, archived: true, status: "archived" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["neap-tide"]);
    server.control.pages.restore(address);
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide", "neap-tide"]);
  });
});

describe("unpinning a page", () => {
  it("changes the flag and the time of the change", () => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ pinned: true })] }) });
    const unpinned = buildPage({ updatedAt: frozenTime });
    expect(server.control.pages.unpin(address)).toStrictEqual(unpinned);
    expect(server.snapshot().pages).toStrictEqual([unpinned]);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("changes nothing about a page that is not pinned", () => {
    const server = openServer();
    expect(server.control.pages.unpin(address)).toStrictEqual(buildPage());
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});
