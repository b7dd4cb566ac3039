import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";
const start = "POST /v1/brains/brain_tides/messaging/oauth/start";

describe("resetting a server", () => {
  it("undoes what requests have done", async () => {
    const server = openServer();
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    await send(server, "PATCH /v1/brains/brain_ropes/messaging/bindings/binding_ropes", {
      json: { notifyBriefs: false },
    });
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect(await send(server, index)).toMatchObject({ status: 200, body: [{ slug: "spring-tide" }] });
  });

  it("undoes what was added", async () => {
    const server = openServer();
    server.seed({
      version: 1,
      organizations: [{ id: "org_west", name: "West" }],
      apiKeys: [{ key: "key_west", organizationId: "org_west", role: "admin" }],
      pages: [buildPage({ slug: "neap-tide" })],
    });
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect((await send(server, index, { key: "key_west" })).status).toBe(401);
  });

  it("undoes a restore", async () => {
    const server = openServer();
    server.restore({ version: 1 });
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect((await send(server, index)).status).toBe(200);
  });

  it("works each time it is called", async () => {
    const server = openServer();
    for (let round = 0; round < 3; round += 1) {
      await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
      server.reset();
      expect(recordsOf(server)).toStrictEqual(buildState());
    }
  });

  it("keeps the key, given or generated", async () => {
    for (const server of [openServer(), createReferenceServer(), openServer({ seed: buildState({ apiKeys: [] }) })]) {
      const { apiKey } = server;
      const before = recordsOf(server);
      server.reset();
      expect(server.apiKey).toBe(apiKey);
      expect(recordsOf(server)).toStrictEqual(before);
      expect((await send(server, index)).status).not.toBe(401);
    }
  });

  it("begins the sequence of ids and the secret again", async () => {
    const server = openServer();
    const first = [await send(server, start), await send(server, start)];
    server.reset();
    const second = [await send(server, start), await send(server, start)];
    expect(second).toStrictEqual(first);
    expect(first[0]).not.toStrictEqual(first[1]);
  });

  it("does not change earlier snapshots", async () => {
    const server = openServer();
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    const snapshot = server.snapshot();
    server.reset();
    expect(snapshot.bindings.map(({ id }) => id)).toEqual(["binding_hold", "binding_ropes", "binding_south"]);
  });
});
