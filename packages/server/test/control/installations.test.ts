import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";
const someChannel = expect.stringMatching(/^channel_[0-9a-z]{16}$/);
const closed = { isPrivate: false, isMember: false };

describe("a new installation", () => {
  it.each([
    [
      undefined,
      [
        { id: someChannel, name: "general", isPrivate: false, isMember: true },
        { id: someChannel, name: "random", ...closed },
      ],
    ],
    [[], []],
    [
      [
        { id: "C_1", name: "" },
        { id: "C_DECK", name: "deck", isPrivate: true },
        { name: "bow", isMember: true },
      ],
      [
        { id: "C_1", name: "", ...closed },
        { id: "C_DECK", name: "deck", isPrivate: true, isMember: false },
        { id: someChannel, name: "bow", isPrivate: false, isMember: true },
      ],
    ],
  ])("with the channels %j has these and no others", async (channels, expected) => {
    const server = openServer();
    const { id } = server.control.installations.create({ channels });
    expect(await send(server, channelsOf + id)).toStrictEqual({ status: 200, body: expected });
  });

  it("may have a team of another organization, and gets no channel id that is given", () => {
    const input = { id: "installation_new", teamId: "T_SOUTH" };
    const first = openServer();
    first.control.installations.create({ ...input, channels: [{ name: "a" }] });
    const id = first.organization("org_north").snapshot().channels.at(-1)?.id;
    // A server with the same random seed generates the same id.
    const server = openServer();
    server.control.installations.create({ ...input, channels: [{ id, name: "given" }, { name: "generated" }] });
    const channels = server.control.channels.list({ installationId: input.id });
    expect(channels[0]?.id).toBe(id);
    expect(new Set(channels.map((channel) => channel.id)).size).toBe(2);
  });
});

describe("an authorization of a workspace that is installed already", () => {
  it.each([
    [{}, buildState()],
    [
      {
        teamName: "Far north",
        channels: [
          { id: "C_HOLD", name: "lower hold" },
          { id: "C_BOW", name: "bow" },
        ],
      },
      buildState({
        installations: [
          { ...buildState().installations[0], teamName: "Far north" } as never,
          ...buildState().installations.slice(1),
        ],
        channels: [
          ...buildState().channels.slice(0, 1),
          { id: "C_HOLD", name: "lower hold", ...closed, installationId: "installation_north" },
          { id: "C_BOW", name: "bow", ...closed, installationId: "installation_north" },
          ...buildState().channels.slice(2),
        ],
      }),
    ],
  ])("with %j updates the name and adds the channels that are given", async (workspace, expected) => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { authorizationUrl } = body as OAuthStart;
    const callback = await server.control.oauth.approve({ authorizationUrl, teamId: "T_NORTH", ...workspace });
    expect(await server.control.oauth.confirm(callback)).toStrictEqual(expected.installations[0]);
    expect(recordsOf(server)).toStrictEqual(expected);
  });
});

describe("the status of the installations", () => {
  it("has those of the organization, and the bindings of the brain", async () => {
    const server = openServer();
    const { installations, bindings } = buildState();
    const status = (brainId: string) => server.control.installations.status({ brainId });
    expect(status("brain_tides")).toStrictEqual({
      installed: true,
      installations: installations.slice(0, 2),
      bindings: [buildBinding(), bindings[1]],
    });
    expect(status("brain_south")).toStrictEqual({
      installed: true,
      installations: installations.slice(2),
      bindings: bindings.slice(3),
    });
    server.control.installations.uninstall({ installationId: "installation_south" });
    expect(status("brain_south")).toStrictEqual({ installed: false, installations: [], bindings: [] });
    const created = server.control.installations.create({
      id: "installation_south",
      teamId: "T_SOUTH",
      organizationId: "org_south",
    });
    expect(status("brain_south").installations).toStrictEqual([created]);
  });
});

describe("records with unusual ids", () => {
  it.each(["__proto__", "constructor", "undefined", "🧠", "a/b", "brain tides"])(
    "are found by operations: %s",
    async (id) => {
      const server = openServer();
      const { brains, pages, organizations } = server.control;
      const index = `GET /v1/brains/${encodeURIComponent(id)}/index`;
      expect((await send(server, index)).status).toBe(404);
      brains.create({ id });
      pages.create({ brainId: id, slug: id, title: id, body: `[[${id}]]` });
      expect(await send(server, index)).toMatchObject({ status: 200, body: [{ slug: id, title: id }] });
      expect(() => server.organization(id).snapshot()).toThrow(`there is no organization ${id}`);
      organizations.create({ id, seed: server.organization("org_south").snapshot() });
      expect(server.organization(id).control.brains.list()).toEqual([
        { id: "brain_south", organizationId: id, name: "South" },
      ]);
    },
  );

  it.each(["__proto__", "constructor", "undefined"])(
    "include the key %s, which is valid until it is revoked",
    async (key) => {
      const server = openServer();
      const { apiKeys } = server.control;
      const statuses: number[] = [];
      const steps = [
        () => apiKeys.create({ apiKey: key }),
        () => apiKeys.revoke({ apiKey: key }),
        () => apiKeys.create({ apiKey: key, organizationId: "org_south" }),
      ];
      for (const step of steps) {
        step();
        statuses.push((await send(server, "GET /v1/brains/brain_tides/index", { key })).status);
      }
      expect(statuses).toEqual([200, 401, 404]);
    },
  );
});

describe("a binding", () => {
  it("keeps the name that the channel had, and is bound to each brain once", async () => {
    const server = openServer();
    const { bindings, channels } = server.control;
    const channel = { installationId: "installation_pier", channelId: "C_DECK" };
    channels.create({ installationId: "installation_pier", id: "C_DECK", name: "long pier" });
    const created = bindings.create({ brainId: "brain_tides", ...channel });
    channels.update({ ...channel, name: "short pier" });
    expect(created.channelName).toBe("long pier");
    expect(bindings.create({ brainId: "brain_ropes", ...channel })).toMatchObject({
      channelName: "short pier",
      teamId: "T_PIER",
    });
    const path = `/v1/brains/brain_tides/messaging/bindings/${created.id}`;
    expect(await send(server, `PATCH ${path}`, { json: { notifyBriefs: false } })).toStrictEqual({
      status: 200,
      body: { ...created, notifyBriefs: false },
    });
    await send(server, `DELETE ${path}`);
    expect(bindings.create({ brainId: "brain_tides", ...channel, id: created.id }).id).toBe(created.id);
  });
});
