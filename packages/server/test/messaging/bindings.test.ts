import type { StoredBinding } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildState, frozenTime, openServer, recordsOf, someId } from "../helpers/open-server.ts";

const [deck, hold, ...others] = buildState().bindings as [StoredBinding, StoredBinding, ...StoredBinding[]];
const brainId = "brain_tides";
const address = { brainId, bindingId: "binding_deck" };
const pier = { brainId, installationId: "installation_pier", channelId: "C_PIER" };
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };

it("bindings.create binds a channel to a brain, by default for all notifications", () => {
  const server = openServer();
  const created = server.control.bindings.create(pier);
  const ofChannel = { teamId: "T_PIER", channelName: "pier" };
  const defaults = { id: someId("binding"), status: "active", ...on, createdAt: frozenTime };
  expect(created).toStrictEqual({ ...pier, ...ofChannel, ...defaults });
  const bindings = [deck, hold, created as StoredBinding, ...others];
  expect(recordsOf(server)).toStrictEqual(buildState({ bindings }));
});

it("bindings.create takes all other fields from the input", () => {
  const given = buildBinding({ ...pier, ...off, id: "b", teamId: "T_PIER", channelName: null, status: "disabled" });
  expect(openServer().control.bindings.create(given)).toStrictEqual(given);
});

it.each<{ what: string; changes: Partial<StoredBinding> }>([
  { what: "status", changes: { status: "disabled" } },
  { what: "channel name", changes: { channelName: null } },
  { what: "flags", changes: off },
])("bindings.update changes the $what of a binding, and nothing else", ({ changes }) => {
  const server = openServer();
  const updated = { ...deck, ...changes };
  expect(server.control.bindings.update({ ...address, ...changes })).toStrictEqual(updated);
  expect(recordsOf(server)).toStrictEqual(buildState({ bindings: [updated, hold, ...others] }));
});

it("bindings.delete removes a binding, and neither its channel nor another binding", () => {
  const server = openServer();
  server.control.bindings.delete(address);
  expect(recordsOf(server)).toStrictEqual(buildState({ bindings: [hold, ...others] }));
});
