import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState, openServer, recordsOf, send } from "../helpers/open-server.ts";

const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";
const id = expect.stringMatching(/^channel_[0-9a-z]{16}$/);
const closed = { isPrivate: false, isMember: false };
const { installations, channels } = buildState();
const north = { installationId: "installation_north" };

describe("an installation", () => {
  const general = { id, name: "general", isPrivate: false, isMember: true };
  it.each<[what: string, named: readonly { name: string }[] | undefined, expected: readonly object[]]>([
    ["without channels has two of its own", undefined, [general, { id, name: "random", ...closed }]],
    ["with an empty list has no channels", [], []],
    ["with a channel has no other", [{ name: "bow" }], [{ id, name: "bow", ...closed }]],
  ])("that is created %s", async (_, named, expected) => {
    const server = openServer();
    const { id } = server.control.installations.create({ channels: named });
    expect(await send(server, channelsOf + id)).toStrictEqual({ status: 200, body: expected });
  });

  it("has no generated channel id that is given for another channel", () => {
    const idsOf = (...created: readonly { id?: string; name: string }[]) => {
      const { control } = openServer();
      const { id: installationId } = control.installations.create({ channels: created });
      return control.channels.list({ installationId }).map((channel) => channel.id);
    };
    // A server with the same random seed generates the same id.
    const [generated = ""] = idsOf({ name: "b" });
    const ids = idsOf({ id: generated, name: "a" }, { name: "b" });
    expect(ids).toEqual([generated, expect.not.stringContaining(generated)]);
  });

  it("may have a team of another organization", () => {
    const created = openServer().control.installations.create({ teamId: "T_SOUTH" });
    expect(created).toMatchObject({ teamId: "T_SOUTH", organizationId: "org_north" });
  });

  it("is installed until it is removed", () => {
    const { installations: group } = openServer().control;
    const isInstalled = () => group.status({ brainId: "brain_south" }).installed;
    const before = isInstalled();
    group.uninstall({ installationId: "installation_south" });
    expect([before, isInstalled()]).toEqual([true, false]);
  });

  const [deck, , ...others] = channels;
  const given = [
    { id: "C_HOLD", name: "lower hold" },
    { id: "C_BOW", name: "bow" },
  ];
  const renamed = { ...installations[0], teamName: "Far north" };
  const added = given.map((channel) => ({ ...north, ...closed, ...channel }));
  it.each<[what: string, workspace: object, changes: object]>([
    ["stays as it is", {}, {}],
    ["gets a given name", { teamName: "Far north" }, { installations: [renamed, ...installations.slice(1)] }],
    ["gets given channels", { channels: given }, { channels: [deck, ...added, ...others] }],
  ])("that is authorized again %s", async (_, workspace, changes) => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { authorizationUrl } = body as OAuthStart;
    const callback = await server.control.oauth.approve({ authorizationUrl, teamId: "T_NORTH", ...workspace });
    await server.control.oauth.confirm(callback);
    expect(recordsOf(server)).toStrictEqual(buildState(changes));
  });
});
