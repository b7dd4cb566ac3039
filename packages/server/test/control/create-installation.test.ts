import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const someChannel = expect.stringMatching(/^channel_[0-9a-z]{16}$/);
const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";

describe("creating an installation", () => {
  it("creates one with two channels for the organization of the server's own key", async () => {
    const server = openServer();
    const created = server.control.installations.create();
    expect(created).toStrictEqual({
      id: expect.stringMatching(/^installation_[0-9a-z]{16}$/),
      organizationId: "org_north",
      teamId: expect.stringMatching(/^team_[0-9a-z]{16}$/),
      teamName: "Workspace",
    });
    const channels = [
      { id: someChannel, name: "general", isPrivate: false, isMember: true },
      { id: someChannel, name: "random", isPrivate: false, isMember: false },
    ];
    expect(await send(server, channelsOf + created.id)).toStrictEqual({ status: 200, body: channels });
  });

  it("uses the given fields", async () => {
    const server = openServer();
    const given = { id: "installation_west", organizationId: "org_south", teamId: "T_WEST", teamName: "" };
    const channels = [
      { id: "C_1", name: "" },
      { id: "C_DECK", name: "deck", isPrivate: true },
      { name: "bow", isMember: true },
    ];
    expect(server.control.installations.create({ ...given, channels })).toStrictEqual(given);
    expect(server.snapshot().channels.slice(4)).toStrictEqual([
      { id: "C_1", installationId: given.id, name: "", isPrivate: false, isMember: false },
      { id: "C_DECK", installationId: given.id, name: "deck", isPrivate: true, isMember: false },
      { id: someChannel, installationId: given.id, name: "bow", isPrivate: false, isMember: true },
    ]);
    expect((await send(server, channelsOf + given.id)).status).toBe(404);
    const own = "GET /v1/brains/brain_south/messaging/channels?installationId=installation_west";
    expect((await send(server, own, { key: "key_south" })).status).toBe(200);
  });

  it("may have no channels", async () => {
    const server = openServer();
    const { id } = server.control.installations.create({ channels: [] });
    expect(await send(server, channelsOf + id)).toEqual({ status: 200, body: [] });
  });

  it("rejects a team with an installation in the same organization only", () => {
    const server = openServer();
    const { installations } = server.control;
    expect(captureRejection(server, () => installations.create({ teamId: "T_PIER", channels: [] }))).toEqual({
      code: "invalid_input",
      message: "Failed to create an installation: teamId has an installation already.",
      problems: [{ path: "teamId", message: "has an installation already" }],
    });
    expect(installations.create({ teamId: "T_SOUTH" }).organizationId).toBe("org_north");
    expect(installations.create({ teamId: "T_PIER", organizationId: "org_south" }).teamId).toBe("T_PIER");
  });

  it("generates no channel id that another channel of the installation has", () => {
    const input = { id: "installation_new", teamId: "T_NEW" };
    const firstServer = openServer();
    firstServer.control.installations.create({ ...input, channels: [{ name: "a" }] });
    const id = firstServer.organization("org_north").snapshot().channels.at(-1)?.id;
    // A server with the same random seed generates the same id.
    const server = openServer();
    server.control.installations.create({ ...input, channels: [{ id, name: "given" }, { name: "generated" }] });
    const [given, generated] = server.organization("org_north").snapshot().channels.slice(-2);
    expect([given, generated]).toMatchObject([
      { id, name: "given" },
      { id: someChannel, name: "generated" },
    ]);
    expect(generated?.id).not.toBe(id);
  });

  it("rejects two channels with the same id, and creates nothing", () => {
    const server = openServer();
    const channels = [{ name: "a" }, { id: "C_1", name: "b" }, { id: "C_1", name: "c" }];
    expect(captureRejection(server, () => server.control.installations.create({ channels }))).toEqual({
      code: "invalid_input",
      message: "Failed to create an installation: channels[2].id is taken already.",
      problems: [{ path: "channels[2].id", message: "is taken already" }],
    });
  });

  it("rejects invalid channels with the path of each problem", () => {
    const server = openServer();
    const channels = [{ id: "", nam: "a" }, null, { name: "b", isPrivate: "no", isMember: null, installationId: "x" }];
    const { problems } = captureRejection(server, () => server.control.installations.create({ channels } as never));
    expect(problems).toEqual([
      { path: "channels[0].id", message: "must not be empty" },
      { path: "channels[0].name", message: "is missing" },
      {
        path: "channels[0]",
        message: "has unknown fields: nam (did you mean name?); the fields are id, name, isPrivate, isMember",
      },
      { path: "channels[1]", message: "must be an object, not null" },
      { path: "channels[2].isPrivate", message: "must be a boolean, not a string" },
      { path: "channels[2].isMember", message: "must be a boolean, not null" },
      {
        path: "channels[2]",
        message: "has unknown fields: installationId; the fields are id, name, isPrivate, isMember",
      },
    ]);
  });
});

describe("an authorization of a workspace that is installed already", () => {
  it("updates the name and adds the channels of the installation, and keeps the rest", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const callback = await server.control.oauth.approve({
      authorizationUrl: (body as OAuthStart).authorizationUrl,
      teamId: "T_NORTH",
      teamName: "Far north team",
      channels: [
        { id: "C_HOLD", name: "lower hold" },
        { id: "C_BOW", name: "bow" },
      ],
    });
    const renamed = { ...buildState().installations[0], teamName: "Far north team" };
    expect(await server.control.oauth.confirm(callback)).toStrictEqual(renamed);
    const [deck, , ...channels] = buildState().channels;
    const installationId = "installation_north";
    expect(recordsOf(server)).toStrictEqual({
      ...buildState(),
      installations: [renamed, ...buildState().installations.slice(1)],
      channels: [
        deck,
        { id: "C_HOLD", name: "lower hold", isPrivate: false, isMember: false, installationId },
        { id: "C_BOW", name: "bow", isPrivate: false, isMember: false, installationId },
        ...channels,
      ],
    });
  });

  it("keeps name and channels if only the team is given", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { authorizationUrl } = body as OAuthStart;
    await server.control.oauth.confirm(await server.control.oauth.approve({ authorizationUrl, teamId: "T_NORTH" }));
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});
