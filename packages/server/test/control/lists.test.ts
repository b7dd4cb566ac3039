import { expect, it } from "vitest";
import { methodAt } from "../helpers/control-calls.ts";
import { buildState, openServer } from "../helpers/open-server.ts";

const ofNorth = { organizationId: "org_north" };
const ofTides = { brainId: "brain_tides" };
const inNorth = { installationId: "installation_north" };
const deck = { ...inNorth, channelId: "C_DECK" };
const binding = { ...ofTides, bindingId: "binding_deck" };

const { apiKeys, ...others } = buildState();
const addedKey = { key: "key_added", ...ofNorth, role: "viewer" };
const seed = buildState({ apiKeys: [...apiKeys, addedKey] });
const { organizations, brains, installations, channels, bindings } = others;

// The first two records that are in a place.
const lists: { group: string; place: object; records: readonly unknown[]; address: object; after: string }[] = [
  { group: "organizations", place: {}, records: organizations, address: ofNorth, after: "org_north" },
  {
    group: "apiKeys",
    place: ofNorth,
    records: [apiKeys[0], addedKey],
    address: { apiKey: "key_north" },
    after: "key_north",
  },
  { group: "brains", place: ofNorth, records: brains.slice(0, 2), address: ofTides, after: "brain_tides" },
  {
    group: "installations",
    place: ofNorth,
    records: installations.slice(0, 2),
    address: inNorth,
    after: "installation_north",
  },
  { group: "channels", place: inNorth, records: channels.slice(0, 2), address: deck, after: "C_DECK" },
  { group: "bindings", place: ofTides, records: bindings.slice(0, 2), address: binding, after: "binding_deck" },
];

it.each(lists)("$group.list returns records in the order in which they were added", (row) => {
  expect(methodAt(openServer({ seed }), `${row.group}/list`)(row.place)).toStrictEqual(row.records);
});

it.each(lists)("$group.list continues after a given record", ({ group, place, records, after }) => {
  expect(methodAt(openServer({ seed }), `${group}/list`)({ ...place, after })).toStrictEqual(records.slice(1));
});

it.each(lists)("$group.get returns one record", ({ group, address, records }) => {
  expect(methodAt(openServer({ seed }), `${group}/get`)(address)).toStrictEqual(records[0]);
});
