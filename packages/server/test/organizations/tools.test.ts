import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, openServer, paths, send } from "../helpers/open-server.ts";

type Tools = Pick<ReferenceServer, "journal" | "faults" | "deliveries">;

const deleteNorth = (server: ReferenceServer) => {
  server.control.organizations.delete({ organizationId: "org_north" });
  server.control.organizations.create({ id: "org_north" });
};

const restoreWithoutNorth = (server: ReferenceServer) => {
  server.restore({ version: 1 });
  server.restore(buildState());
};

const clearAll = ({ journal, faults, deliveries }: Tools) => {
  journal.clear();
  faults.clear();
  deliveries.clear();
};

// The number of entries, faults and deliveries that are left of the server, the north and the south.
const all = { server: [2, 1, 2], north: [1, 1, 1], south: [1, 1, 1] };
const none = { server: [0, 0, 0], north: [0, 0, 0], south: [0, 0, 0] };
const withoutNorth = { ...all, north: [0, 0, 0] };

it.each<{ what: string; act: (server: ReferenceServer) => void; left: typeof all }>([
  { what: "are cleared alone", act: (server) => clearAll(server.organization("org_north")), left: withoutNorth },
  { what: "stay if those of the server are cleared", act: clearAll, left: { ...all, server: [0, 0, 0] } },
  { what: "end with its reset", act: (server) => server.organization("org_north").reset(), left: withoutNorth },
  { what: "end with a reset of the server", act: (server) => server.reset(), left: none },
  { what: "survive a restore that has it", act: (server) => server.restore(buildState()), left: all },
  { what: "end with a restore without it", act: restoreWithoutNorth, left: { ...none, server: [2, 1, 2] } },
  { what: "end with its deletion", act: deleteNorth, left: withoutNorth },
])("the journal, the faults and the deliveries of an organization $what", async ({ act, left }) => {
  const server = openServer();
  for (const key of ["key_north", "key_south"]) await send(server, `GET ${paths.index}`, { key });
  const [north, south] = [server.organization("org_north"), server.organization("org_south")];
  for (const { faults } of [server, north, south]) faults.add({ kind: "hang" });
  for (const brainId of ["brain_ropes", "brain_south"]) server.control.brains.sendDailyBrief({ brainId });
  act(server);
  const countsOf = ({ journal, faults, deliveries }: Tools) =>
    [journal.entries(), faults.list(), deliveries.list()].map(({ length }) => length);
  expect({ server: countsOf(server), north: countsOf(north), south: countsOf(south) }).toEqual(left);
});

it("the connection of an organization always has its first key, as long as there is one", () => {
  const organization = openServer().organization("org_north");
  const { connection, control } = { ...organization };
  const { key } = control.apiKeys.create();
  expect(connection.apiKey).toBe("key_north");
  control.apiKeys.delete({ apiKey: "key_north" });
  expect(connection).toStrictEqual({ baseUrl: organization.baseUrl, apiKey: key, fetch: organization.fetch });
  control.apiKeys.delete({ apiKey: key });
  expect(() => connection.apiKey).toThrow("organization org_north has no API key");
});
