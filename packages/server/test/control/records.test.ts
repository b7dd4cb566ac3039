import type { State } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildState, frozenTime, recordsOf, someId } from "../helpers/build-state.ts";
import { methodAt } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";

const known = buildState();
type Kind = "organizations" | "apiKeys" | "brains" | "installations" | "channels" | "bindings";

const inNorth = { installationId: "installation_north" };
const ofSouth = { organizationId: "org_south" };
const west = { id: "west", ...ofSouth };
const workspace = { ...west, teamId: "T_NORTH", teamName: "" };
const anyWorkspace = { id: someId("installation"), teamId: someId("team"), teamName: "Workspace" };
const crew = { ...inNorth, id: "C_CREW", name: "", isPrivate: true, isMember: true };
const bow = { ...inNorth, id: someId("channel"), name: "bow", isPrivate: false, isMember: false };
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const given = buildBinding({ ...pier, ...off, id: "b", teamId: "T_PIER", channelName: null, status: "disabled" });
const bound = { ...pier, ...on, teamId: "T_PIER", channelName: "pier", status: "active", createdAt: frozenTime };

// A new record follows the ones of its organization.
// biome-ignore format: one row a line
it.each<{ kind: Kind; what: string; input?: object; created: object; at: number }>([
  { kind: "apiKeys", what: "defaults", created: { key: someId("key"), organizationId: "org_north", role: "admin" }, at: 1 },
  { kind: "apiKeys", what: "all fields", input: { ...ofSouth, apiKey: "!", role: "" }, created: { ...ofSouth, key: "!", role: "" }, at: 2 },
  { kind: "brains", what: "defaults", created: { id: someId("brain"), organizationId: "org_north", name: "Brain" }, at: 2 },
  { kind: "brains", what: "all fields", input: { ...west, name: "" }, created: { ...west, name: "" }, at: 3 },
  { kind: "installations", what: "defaults", input: { channels: [] }, created: { ...anyWorkspace, organizationId: "org_north" }, at: 2 },
  { kind: "installations", what: "all fields", input: { ...workspace, channels: [] }, created: workspace, at: 3 },
  { kind: "channels", what: "defaults", input: { ...inNorth, name: "bow" }, created: bow, at: 2 },
  { kind: "channels", what: "all fields", input: crew, created: crew, at: 2 },
  { kind: "bindings", what: "defaults", input: pier, created: { ...bound, id: someId("binding") }, at: 2 },
  { kind: "bindings", what: "all fields", input: given, created: given, at: 2 },
])("$kind.create adds a record with $what, and changes no other one", ({ kind, input, created, at }) => {
  const server = openServer();
  expect(methodAt(server, `${kind}/create`)(input)).toStrictEqual(created);
  const records: readonly object[] = known[kind];
  expect(recordsOf(server)).toStrictEqual({ ...known, [kind]: records.toSpliced(at, 0, created) });
});

const binding = { brainId: "brain_tides", bindingId: "binding_deck" };
const deck = { ...inNorth, channelId: "C_DECK" };
it.each<{ kind: Kind; address: object; changes: object }>([
  { kind: "organizations", address: { organizationId: "org_north" }, changes: { name: "" } },
  { kind: "organizations", address: { organizationId: "org_north" }, changes: { redirectUrl: "https://app.example" } },
  { kind: "apiKeys", address: { apiKey: "key_north" }, changes: { role: "viewer" } },
  { kind: "brains", address: { brainId: "brain_tides" }, changes: { name: "Knots" } },
  { kind: "installations", address: inNorth, changes: { teamName: "Far north" } },
  { kind: "channels", address: deck, changes: { name: "" } },
  { kind: "channels", address: deck, changes: { isPrivate: true, isMember: false } },
  { kind: "bindings", address: binding, changes: { status: "disabled" } },
  { kind: "bindings", address: binding, changes: { channelName: null } },
  { kind: "bindings", address: binding, changes: off },
])("$kind.update changes a record to $changes, and nothing else", ({ kind, address, changes }) => {
  const server = openServer();
  const [first, ...others] = known[kind];
  expect(methodAt(server, `${kind}/update`)({ ...address, ...changes })).toStrictEqual({ ...first, ...changes });
  expect(recordsOf(server)).toStrictEqual({ ...known, [kind]: [{ ...first, ...changes }, ...others] });
});

const { apiKeys, brains, pages, installations, channels, bindings } = known;
const ofOthers = bindings.filter(({ channelId }) => channelId !== "C_DECK");
const withoutDeck = { channels: channels.slice(1), bindings: ofOthers };
const withoutNorth = {
  installations: installations.slice(1),
  channels: channels.slice(2),
  bindings: bindings.slice(3),
};
// biome-ignore format: one row a line
it.each<{ path: string; address: object; what: string; left: Partial<State> }>([
  { path: "apiKeys/revoke", address: { apiKey: "key_north" }, what: "a key", left: { apiKeys: apiKeys.slice(1) } },
  { path: "apiKeys/delete", address: { apiKey: "key_north" }, what: "a key", left: { apiKeys: apiKeys.slice(1) } },
  {
    path: "brains/delete",
    address: { brainId: "brain_tides" },
    what: "a brain with its pages and bindings",
    left: { brains: brains.slice(1), pages: pages.slice(1), bindings: bindings.slice(2) },
  },
  { path: "installations/uninstall", address: inNorth, what: "an installation with its channels and bindings", left: withoutNorth },
  { path: "installations/delete", address: inNorth, what: "an installation with its channels and bindings", left: withoutNorth },
  { path: "channels/delete", address: deck, what: "a channel with its bindings", left: withoutDeck },
  { path: "bindings/delete", address: binding, what: "a binding", left: { bindings: bindings.slice(1) } },
])("$path removes $what, and nothing else", ({ path, address, left }) => {
  const server = openServer();
  methodAt(server, path)(address);
  expect(recordsOf(server)).toStrictEqual(buildState(left));
});
