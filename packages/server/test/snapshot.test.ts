import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { frozenTime, openServer } from "./open-server.ts";
import { overwriteValues } from "./overwrite-values.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

describe("a snapshot", () => {
  it("equals the seed", () => {
    expect(openServer().snapshot()).toStrictEqual(buildState());
  });

  it("keeps optional and nullable fields as they were given", () => {
    const state = buildState({
      pages: [
        buildPage({ source: { channel: "agent" }, sources: [], entities: [], backlinks: [], embedding: [] }),
        buildPage({ slug: "b", source: { channel: "agent", ref: "agent_1", label: null } }),
        buildPage({ slug: "c", source: null, lastReferencedAt: null }),
        buildPage({ slug: "d", archived: true, status: "archived", statusBeforeArchive: "deprecated" }),
      ],
    });
    expect(openServer({ seed: state }).snapshot()).toStrictEqual(state);
  });

  it("has every array, empty if there is nothing", () => {
    const { organizations, apiKeys } = buildState();
    const server = createReferenceServer({ seed: { version: 1, organizations, apiKeys } });
    expect(recordsOf(server)).toStrictEqual({
      version: 1,
      organizations,
      apiKeys,
      brains: [],
      pages: [],
      installations: [],
      channels: [],
      bindings: [],
    });
  });

  it("is the same after serialization as JSON", () => {
    const snapshot = openServer().snapshot();
    expect(JSON.parse(JSON.stringify(snapshot))).toStrictEqual(snapshot);
  });

  it("creates a server with the same snapshot", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    const copy = createReferenceServer({ seed: server.snapshot() });
    expect(recordsOf(copy)).toStrictEqual(recordsOf(server));
    expect(copy.apiKey).toBe("key_north");
  });

  it("contains the changes by requests", async () => {
    const server = openServer();
    const bindings = "/v1/brains/brain_tides/messaging/bindings";
    await send(server, `PATCH ${bindings}/binding_deck`, { json: { notifyBriefs: false } });
    await send(server, `DELETE ${bindings}/binding_hold`);
    await send(server, "POST /v1/brains/brain_ropes/pages/knots/archive");
    const { pages, bindings: seeded } = buildState();
    expect(recordsOf(server)).toStrictEqual(
      buildState({
        pages: pages.map((page) =>
          page.slug === "knots"
            ? { ...page, archived: true, status: "archived", statusBeforeArchive: "active", updatedAt: frozenTime }
            : page,
        ),
        bindings: [buildBinding({ notifyBriefs: false }), ...seeded.slice(2)],
      }),
    );
  });

  it("does not change with the server", async () => {
    const server = openServer();
    const snapshot = server.snapshot();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    expect(snapshot).toStrictEqual(buildState());
  });

  it("may be changed without a change to the server", async () => {
    const server = openServer();
    overwriteValues(server.snapshot());
    expect(recordsOf(server)).toStrictEqual(buildState());
    const { body } = await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(body).toStrictEqual({ ...buildPage(), archived: true, status: "archived", updatedAt: frozenTime });
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("lists pages brain by brain, in the order of insertion", async () => {
    const pages = [
      buildPage({ slug: "b" }),
      buildPage({ slug: "knots", brainId: "brain_ropes" }),
      buildPage({ slug: "a" }),
    ];
    expect(openServer({ seed: buildState({ pages }) }).snapshot().pages).toStrictEqual([pages[0], pages[2], pages[1]]);
  });

  it("keeps the position of a replaced record", async () => {
    const pages = [buildPage({ slug: "b" }), buildPage({ slug: "a" }), buildPage({ slug: "c" })];
    const server = openServer({ seed: buildState({ pages }) });
    await send(server, "POST /v1/brains/brain_tides/pages/a/archive");
    expect(server.snapshot().pages.map(({ slug }) => slug)).toEqual(["b", "a", "c"]);
  });
});
