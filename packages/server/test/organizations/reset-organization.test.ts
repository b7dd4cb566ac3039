import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { stateOf } from "./open-west.ts";

describe("resetting an organization", () => {
  it("restores its records of the seed, and leaves the other organizations alone", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
    server.control.pages.pin({ brainId: "brain_south", slug: "menu" });
    north.control.brains.create();
    north.control.apiKeys.create({ apiKey: "key_extra" });
    north.reset();
    expect(recordsOf(north)).toStrictEqual(stateOf("org_north"));
    expect((await send(server, "GET /v1/brains/brain_tides/index", { key: "key_extra" })).status).toBe(401);
    expect(server.control.pages.get({ brainId: "brain_south", slug: "menu" }).pinned).toBe(true);
  });

  it("restores the records with which it was created, and its key", () => {
    const server = openServer();
    server.control.organizations.create({ id: "org_west", seed: stateOf("org_north") });
    const west = server.organization("org_west");
    const before = recordsOf(west);
    west.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Neap tide" });
    west.restore({ version: 1 });
    west.reset();
    expect(recordsOf(west)).toStrictEqual(before);
  });

  it("begins its ids, clock, faults, journal and deliveries again", async () => {
    const server = openServer();
    const { apiKey } = server.control.organizations.create({ id: "org_west", seed: stateOf("org_north") });
    const west = server.organization("org_west");
    const run = async () => {
      west.faults.add({ kind: "status", status: 503 });
      const statuses = [await send(server, "GET /v1/brains/brain_tides/index", { key: apiKey })];
      west.clock.advance(1000);
      const started = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start", { key: apiKey });
      return [
        statuses,
        started.body,
        west.control.brains.create().id,
        west.control.apiKeys.create(),
        west.control.brains.sendDailyBrief({ brainId: "brain_tides" }),
        west.clock.now(),
        west.journal.entries(),
        west.deliveries.list(),
        west.faults.list(),
      ];
    };
    const first = await run();
    west.reset();
    expect(await run()).toStrictEqual(first);
  });

  it("forgets its authorizations", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { authorizationUrl } = body as { authorizationUrl: string };
    const callback = await north.control.oauth.approve({ authorizationUrl });
    north.reset();
    await expect(north.control.oauth.confirm(callback)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is rejected while another organization has its first key", () => {
    const server = openServer();
    const north = server.organization("org_north");
    north.control.apiKeys.revoke({ apiKey: "key_north" });
    server.organization("org_south").control.apiKeys.create({ apiKey: "key_north" });
    const before = recordsOf(server);
    expect(() => north.reset()).toThrow("a first key of organization org_north");
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("of a server resets each organization, too", () => {
    const server = openServer();
    server.restore({ version: 1 });
    server.reset();
    server.organization("org_north").control.brains.create();
    server.organization("org_north").reset();
    expect(server.snapshot().brains).toHaveLength(3);
  });
});
