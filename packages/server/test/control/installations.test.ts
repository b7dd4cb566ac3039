import type { State } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState, openServer, recordsOf, send } from "../helpers/open-server.ts";

const channelsOf = "GET /v1/brains/brain_tides/messaging/channels?installationId=";
const id = expect.stringMatching(/^channel_[0-9a-z]{16}$/);
const closed = { isPrivate: false, isMember: false };
const { installations, channels } = buildState();
const north = { installationId: "installation_north" };

describe("an installation", () => {
  it.each<[given: readonly { name: string }[] | undefined, channels: readonly object[]]>([
    [
      undefined,
      [
        { id, name: "general", isPrivate: false, isMember: true },
        { id, name: "random", ...closed },
      ],
    ],
    [[], []],
    [[{ name: "bow" }], [{ id, name: "bow", ...closed }]],
  ])("that is created with the channels %j has these and no others", async (channels, expected) => {
    const server = openServer();
    const { id } = server.control.installations.create({ channels });
    expect(await send(server, channelsOf + id)).toStrictEqual({ status: 200, body: expected });
  });

  it("gets no channel id that is given, and may have a team of another organization", () => {
    const create = (id?: string) => {
      const { control } = openServer();
      const installation = { id: "installation_new", teamId: "T_SOUTH" };
      control.installations.create({ ...installation, channels: [...(id ? [{ id, name: "a" }] : []), { name: "b" }] });
      return control.channels.list({ installationId: "installation_new" }).map((channel) => channel.id);
    };
    // A server with the same random seed generates the same id.
    const [next] = create();
    expect(create(next)).toEqual([next, expect.not.stringMatching(`^${next}$`)]);
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
  const renamed = { ...installations[0], teamName: "Far north" } as (typeof installations)[0];

  it.each<[workspace: object, changes: Partial<State>]>([
    [{}, {}],
    [{ teamName: "Far north" }, { installations: [renamed, ...installations.slice(1)] }],
    [
      { channels: given },
      { channels: [deck, ...given.map((channel) => ({ ...north, ...closed, ...channel })), ...others] as never },
    ],
  ])("that is authorized again with %j gets the given name and channels", async (workspace, changes) => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const { authorizationUrl } = body as OAuthStart;
    const callback = await server.control.oauth.approve({ authorizationUrl, teamId: "T_NORTH", ...workspace });
    await server.control.oauth.confirm(callback);
    expect(recordsOf(server)).toStrictEqual(buildState(changes));
  });
});
