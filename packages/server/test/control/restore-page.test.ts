import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { indexSlugs } from "./index-slugs.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };
const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";

describe("restoring a page", () => {
  it.each(["active", "stale", "contested", "deprecated"] as const)("restores the status %s", async (status) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ status })] }) });
    await send(server, archive);
    server.clock.advance(1000);
    const restored = buildPage({ status, updatedAt: "2026-07-01T12:00:01.000Z" });
    expect(server.control.pages.restore(address)).toStrictEqual(restored);
    expect(server.snapshot().pages).toStrictEqual([restored]);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("sets the status active if an archived page has no former status", () => {
    const pages = [buildPage({ archived: true, status: "archived" })];
    const server = openServer({ seed: buildState({ pages }) });
    expect(server.control.pages.restore(address)).toStrictEqual(buildPage({ updatedAt: frozenTime }));
  });

  it("adds the page to the index again", async () => {
    const server = openServer();
    await send(server, archive);
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
    server.control.pages.restore(address);
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide"]);
  });

  it("keeps a page hidden that was deprecated before", async () => {
    const server = openServer();
    server.control.pages.deprecate(address);
    await send(server, archive);
    server.control.pages.restore(address);
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
  });

  it("keeps the pin", async () => {
    const server = openServer();
    server.control.pages.pin(address);
    await send(server, archive);
    expect(server.control.pages.restore(address)).toMatchObject({ pinned: true, status: "active", archived: false });
  });

  it("changes nothing about a page that is not archived", () => {
    const server = openServer();
    expect(server.control.pages.restore(address)).toStrictEqual(buildPage());
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("can be done again and again", async () => {
    const server = openServer();
    for (let round = 0; round < 3; round += 1) {
      expect(await send(server, archive)).toMatchObject({ status: 201, body: { archived: true, status: "archived" } });
      expect(server.control.pages.restore(address)).toMatchObject({ archived: false, status: "active", version: 3 });
    }
    expect(server.control.pages.edit({ ...address, title: "T" }).version).toBe(4);
  });
});
