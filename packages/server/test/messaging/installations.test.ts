import type { Installation } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, recordsOf, someId } from "../helpers/build-state.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, send } from "../helpers/open-server.ts";

const { installations: known, channels, bindings } = buildState();
const [north, pier, south] = known as [Installation, Installation, Installation];
const address = { installationId: "installation_north" };
const closed = { isPrivate: false, isMember: false };

it("installations.status returns the installations of an organization and the bindings of a brain", () => {
  const { installations } = openServer().control;
  const status = { installed: true, installations: [south], bindings: bindings.slice(3) };
  expect(installations.status({ brainId: "brain_south" })).toStrictEqual(status);
  installations.uninstall({ installationId: "installation_south" });
  const none = { installed: false, installations: [], bindings: [] };
  expect(installations.status({ brainId: "brain_south" })).toStrictEqual(none);
});

const id = someId("channel");
const general = { id, name: "general", isPrivate: false, isMember: true };

it.each<{ what: string; given: readonly { name: string }[] | undefined; expected: readonly object[] }>([
  { what: "two of its own by default", given: undefined, expected: [general, { id, name: "random", ...closed }] },
  { what: "none for an empty list", given: [], expected: [] },
  { what: "only the given ones", given: [{ name: "bow" }], expected: [{ id, name: "bow", ...closed }] },
])("the channels of a new installation are $what", async ({ given, expected }) => {
  const server = openServer();
  const { id: installationId } = server.control.installations.create({ channels: given });
  const request = `GET /v1/brains/brain_tides/messaging/channels?installationId=${installationId}`;
  expect(await send(server, request)).toStrictEqual({ status: 200, body: expected });
});

it("the channels of a new installation have no generated id that is given for another one", () => {
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

const [deck, , ...others] = channels;
const given = [
  { id: "C_HOLD", name: "lower hold" },
  { id: "C_BOW", name: "bow" },
];
const renamed = { ...north, teamName: "Far north" };
const added = given.map((channel) => ({ ...address, ...closed, ...channel }));

it.each<{ what: string; workspace: object; changes: object }>([
  { what: "stays as it is", workspace: {}, changes: {} },
  { what: "gets a name", workspace: { teamName: "Far north" }, changes: { installations: [renamed, pier, south] } },
  { what: "gets given channels", workspace: { channels: given }, changes: { channels: [deck, ...added, ...others] } },
])("an installation that is authorized again $what", async ({ workspace, changes }) => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  const callback = await server.control.oauth.approve({ authorizationUrl, teamId: "T_NORTH", ...workspace });
  await server.control.oauth.confirm(callback);
  expect(recordsOf(server)).toStrictEqual(buildState(changes));
});
