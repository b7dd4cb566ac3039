import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { openWest, renamed, stateOf } from "./open-west.ts";

describe("restoring an organization", () => {
  it("replaces its records, its name and its keys", async () => {
    const { server, west, apiKey } = openWest();
    west.control.brains.create({ id: "brain_old" });
    const state = renamed(stateOf("org_north"), "org_any", ["key_west"]);
    expect(west.restore(state).apiKeys).toHaveLength(1);
    expect(recordsOf(west)).toStrictEqual(renamed(state, "org_west", []));
    expect((await send(server, "GET /v1/brains/brain_tides/index", { key: apiKey })).status).toBe(401);
    expect((await send(server, "GET /v1/brains/brain_tides/index", { key: "key_west" })).status).toBe(200);
    expect(recordsOf(server.organization("org_north"))).toStrictEqual(stateOf("org_north"));
  });

  it("accepts its own snapshot", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    const before = recordsOf(north);
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    expect(north.restore(before).apiKeys).toStrictEqual(before.apiKeys);
    expect(recordsOf(north)).toStrictEqual(before);
  });

  it("keeps the keys of the organization if those of the state are omitted", () => {
    const { west, apiKey } = openWest();
    west.restore(stateOf("org_south"), { apiKeys: "omit" });
    expect(west.snapshot()).toMatchObject({
      organizations: [{ id: "org_west", name: "South" }],
      apiKeys: [{ key: apiKey, organizationId: "org_west" }],
      brains: [{ id: "brain_south", organizationId: "org_west" }],
    });
  });

  it("keeps clock, faults, journal and deliveries", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    north.clock.set("2027-01-01T00:00:00.000Z");
    north.faults.add({ kind: "hang", operation: "oauth.start" });
    await send(server, "GET /v1/brains/brain_tides/index");
    north.control.brains.sendDailyBrief({ brainId: "brain_tides" });
    const tools = () => [north.clock.now(), north.faults.list(), north.journal.entries(), north.deliveries.list()];
    const before = tools();
    north.restore(north.snapshot());
    expect(tools()).toStrictEqual(before);
  });

  it.each(["org_north", undefined])(
    "ends a confirmation that began before, unless its state has the authorization (control of %s)",
    async (scope) => {
      const server = openServer();
      const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
      const callback = await server.control.oauth.approve(body as { authorizationUrl: string });
      const { oauth } = scope === undefined ? server.control : server.organization(scope).control;
      const confirmation = oauth.confirm(callback);
      const north = server.organization("org_north");
      const { authorizations: _, ...state } = north.snapshot();
      north.restore(state);
      const before = recordsOf(server);
      await expect(confirmation).rejects.toMatchObject({ code: "not_found" });
      expect(recordsOf(server)).toStrictEqual(before);
    },
  );
});
