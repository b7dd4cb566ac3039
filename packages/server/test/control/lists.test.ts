import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { methodAt } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";

const ofNorth = { organizationId: "org_north" };
const ofTides = { brainId: "brain_tides" };
const inNorth = { installationId: "installation_north" };

const { apiKeys, organizations, brains, installations, channels, bindings } = buildState();
const added = { key: "key_added", ...ofNorth, role: "viewer" };
const seed = buildState({ apiKeys: [...apiKeys, added] });

// The first two records that are in a place, and the address of the first one.
// biome-ignore format: one row a line
const lists: { group: string; place: object; records: readonly unknown[]; address: object; id: string }[] = [
  { group: "organizations", place: {}, records: organizations, address: ofNorth, id: "org_north" },
  { group: "apiKeys", place: ofNorth, records: [apiKeys[0], added], address: { apiKey: "key_north" }, id: "key_north" },
  { group: "brains", place: ofNorth, records: brains, address: ofTides, id: "brain_tides" },
  { group: "installations", place: ofNorth, records: installations, address: inNorth, id: "installation_north" },
  { group: "channels", place: inNorth, records: channels, address: { ...inNorth, channelId: "C_DECK" }, id: "C_DECK" },
  { group: "bindings", place: ofTides, records: bindings, address: { ...ofTides, bindingId: "binding_deck" }, id: "binding_deck" },
];

it.each(lists)("$group.list returns records in the order in which they were added, also after one of them", (row) => {
  const list = methodAt(openServer({ seed }), `${row.group}/list`);
  expect(list(row.place)).toStrictEqual(row.records.slice(0, 2));
  expect(list({ ...row.place, after: row.id })).toStrictEqual(row.records.slice(1, 2));
});

it.each(lists)("$group.get returns one record", ({ group, address, records }) => {
  expect(methodAt(openServer({ seed }), `${group}/get`)(address)).toStrictEqual(records[0]);
});
