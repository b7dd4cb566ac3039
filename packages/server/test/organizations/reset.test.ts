import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { stateOf } from "./open-west.ts";

const index = "GET /v1/brains/brain_tides/index";
const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const { organizations, apiKeys, brains, pages, installations, channels, bindings } = buildState();
const south = {
  organizations: organizations.slice(1),
  apiKeys: apiKeys.slice(1),
  brains: brains.slice(2),
  pages: pages.slice(2),
};
const southState = {
  version: 1,
  ...south,
  installations: installations.slice(2),
  channels: channels.slice(3),
  bindings: bindings.slice(3),
} as const;

type Act = (server: ReferenceServer) => unknown;

/** What ends an organization, or the state of its test tools. */
const endings: Readonly<Record<string, Act>> = {
  "the server is reset": (server) => server.reset(),
  "the organization is reset": (server) => server.organization("org_north").reset(),
  "the organization is deleted": ({ control }) => control.organizations.delete({ organizationId: "org_north" }),
  "a state without the organization is restored": (server) => server.restore(southState),
};

/** What replaces the records of an organization alone. */
const replacements: Readonly<Record<string, Act>> = {
  "the organization is restored": (server) => server.organization("org_north").restore(stateOf("org_north")),
  "a state with the organization is restored": (server) => server.restore(buildState()),
  "another organization is deleted": ({ control }) => control.organizations.delete({ organizationId: "org_south" }),
};

/** Starts the waits of an organization, in process and through a connection. */
async function waitOf(server: ReferenceServer) {
  const remote = await connect(server.baseUrl, { fetch: withControl(server) });
  const both = [server.organization("org_north"), remote.organization("org_north")];
  const waits = both.flatMap(({ journal, deliveries }) => [journal.waitFor(), deliveries.waitFor()]);
  for (const wait of waits) wait.catch(() => {});
  // The calls over HTTP have to arrive.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return waits;
}

describe("resetting an organization", () => {
  it("restores the records and the keys with which it began, and leaves the others alone", async () => {
    const server = openServer();
    server.control.organizations.create({ id: "org_west", apiKey: "key_west", seed: stateOf("org_north") });
    const [north, west] = [server.organization("org_north"), server.organization("org_west")];
    const before = [recordsOf(north), recordsOf(west)];
    await send(server, archive);
    server.control.pages.pin({ brainId: "brain_south", slug: "menu" });
    north.control.apiKeys.create({ apiKey: "key_extra" });
    west.restore({ version: 1 });
    north.reset();
    west.reset();
    expect([recordsOf(north), recordsOf(west)]).toStrictEqual(before);
    expect((await send(server, index, { key: "key_extra" })).status).toBe(401);
    expect(server.control.pages.get({ brainId: "brain_south", slug: "menu" }).pinned).toBe(true);
    server.reset();
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("begins its ids, clock, faults, journal, deliveries and authorizations again", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    const run = async () => {
      north.faults.add({ kind: "status", status: 503 });
      const { status } = await send(server, index);
      north.clock.advance(1000);
      const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
      const callback = await north.control.oauth.approve(body as { authorizationUrl: string });
      const created = [north.control.brains.create(), north.control.brains.sendDailyBrief({ brainId: "brain_tides" })];
      const tools = [north.clock.now(), north.journal.entries(), north.deliveries.list(), north.faults.list()];
      return { callback, seen: [status, body, callback, created, tools] };
    };
    const first = await run();
    north.reset();
    await expect(north.control.oauth.confirm(first.callback)).rejects.toMatchObject({ code: "not_found" });
    expect((await run()).seen).toStrictEqual(first.seen);
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
});

describe("the waits of an organization", () => {
  it.each(Object.entries(endings))("end with a conflict when %s", async (_, end) => {
    const server = openServer();
    const waits = [...(await waitOf(server)), server.deliveries.waitFor({ after: undefined })];
    const whole = waits.pop();
    end(server);
    const message = expect.stringContaining("the server was reset, or the organization was deleted. Wait again.");
    for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: "conflict", message });
    server.control.organizations.create({ id: "org_extra" });
    server.organization("org_south").control.brains.sendDailyBrief({ brainId: "brain_south" });
    if (end === endings["the server is reset"]) await expect(whole).rejects.toMatchObject({ code: "conflict" });
    else expect(await whole).toMatchObject({ bindingId: "binding_south" });
  });

  it.each(Object.entries(replacements))("continue when %s", async (_, replace) => {
    const server = openServer();
    const waits = await waitOf(server);
    replace(server);
    await send(server, index);
    server.control.brains.sendDailyBrief({ brainId: "brain_tides" });
    const [request, delivery] = [{ operation: "promptIndex.get" }, { kind: "brief" }];
    expect(await Promise.all(waits)).toMatchObject([request, delivery, request, delivery]);
  });
});

describe("a request that is delayed", () => {
  it.each(Object.entries(endings))("finishes with the records before, and changes none, when %s", async (_, end) => {
    const server = openServer();
    server.organization("org_north").faults.add({ kind: "latency", latency: 20 });
    const request = send(server, archive);
    await setImmediate();
    end(server);
    const after = recordsOf(server);
    expect(await request).toMatchObject({ status: 201, body: { archived: true } });
    expect(recordsOf(server)).toStrictEqual(after);
  });
});
