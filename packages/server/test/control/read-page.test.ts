import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { indexSlugs } from "./index-slugs.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };

describe("getting a page", () => {
  it("returns the page and changes nothing", () => {
    const server = openServer();
    expect(server.control.pages.get(address)).toStrictEqual(buildPage());
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("returns hidden pages, but not internal fields", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(server.control.pages.get(address)).toStrictEqual(body);
    expect(server.snapshot().pages[0]).toHaveProperty("statusBeforeArchive", "active");
  });
});

describe("reading a page", () => {
  it("updates the time of its last reading and nothing else", () => {
    const server = openServer();
    const read = buildPage({ lastReferencedAt: frozenTime });
    expect(server.control.pages.read(address)).toStrictEqual(read);
    expect(recordsOf(server)).toStrictEqual(buildState({ pages: [read, ...buildState().pages.slice(1)] }));
    expect(server.deliveries.list()).toEqual([]);
  });

  it("follows the clock of the organization", () => {
    const server = openServer();
    server.organization("org_north").clock.advance(1500);
    expect(server.control.pages.read(address).lastReferencedAt).toBe("2026-07-01T12:00:01.500Z");
    expect(server.control.pages.read({ brainId: "brain_south", slug: "menu" }).lastReferencedAt).toBe(frozenTime);
  });

  it("moves the page up in the index", async () => {
    const pages = ["a", "b", "c"].map((slug) => buildPage({ slug, lastReferencedAt: null }));
    const server = openServer({ seed: buildState({ pages }) });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["a", "b", "c"]);
    server.control.pages.read({ brainId: "brain_tides", slug: "c" });
    server.clock.advance(1);
    server.control.pages.read({ brainId: "brain_tides", slug: "b" });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["b", "c", "a"]);
  });

  it("reads archived pages, which remain hidden", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(server.control.pages.read(address)).toMatchObject({ archived: true, lastReferencedAt: frozenTime });
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
  });
});
