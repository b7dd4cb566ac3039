import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, frozenTime, recordsOf } from "../helpers/build-state.ts";
import { connectTo, methodAt } from "../helpers/control-calls.ts";
import { implementJob, runJob } from "../helpers/job.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";
import { captureRejection, captureResult, partsOf } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

const inScope = samples.filter(({ path }) => !path.startsWith("organizations/"));

it.each(inScope)("an organization finds nothing of another one with $path", async ({ path, prepare, input }) => {
  const [server, alone] = [openServer(), openServer()];
  await prepare?.(server);
  alone.control.organizations.delete({ organizationId: "org_north" });
  const before = partsOf(server.organization("org_north"));
  const result = await captureResult(() => methodAt(server.organization("org_south"), path)(input));
  expect(partsOf(server.organization("org_north"))).toStrictEqual(before);
  expect(await captureResult(() => methodAt(alone.organization("org_south"), path)(input))).toStrictEqual(result);
});

it.each(inScope)("$path is rejected for a missing organization", async ({ path, task, prepare, input }) => {
  const server = openServer();
  await prepare?.(server);
  const rejection = await captureRejection(server, () => methodAt(server.organization("__proto__"), path)(input));
  const message = `Failed to ${task}: there is no organization __proto__.`;
  expect(rejection).toEqual({ code: "not_found", message, problems: [] });
});

it("an organization may be selected before it exists, by any text that isn't empty", async () => {
  const server = openServer();
  const west = server.organization("org_west");
  server.control.organizations.create({ id: "org_west" });
  expect(west.control.brains.create().organizationId).toBe("org_west");
  const message = "Failed to select an organization: its id must be a string that is not empty (got ";
  for (const { organization } of [server, await connectTo(server)])
    for (const id of [undefined, null, "", 5, {}]) expect(() => organization(id as string)).toThrow(message);
});

it("a new organization gets a key that no other one has", () => {
  const { apiKey } = openServer().control.organizations.create({ id: "org_west" });
  const { control } = openServer();
  control.apiKeys.create({ apiKey });
  expect(control.organizations.create({ id: "org_west" }).apiKey).not.toBe(apiKey);
  expect(control.apiKeys.get({ apiKey }).organizationId).toBe("org_north");
});

it("a deleted organization leaves nothing to the next one with its id", async () => {
  const server = openServer();
  const south = server.organization("org_south");
  const { started } = await startAuthorization(server, "brain_south", "key_south");
  const { delivered } = south.control.brains.sendDailyBrief({ brainId: "brain_south" });
  south.faults.add({ kind: "hang" });
  south.clock.freeze("2020-01-01T00:00:00Z");
  const seed = recordsOf(south);
  server.control.organizations.delete({ organizationId: "org_south" });
  server.control.organizations.create({ id: "org_south", seed });
  expect(partsOf(south).slice(1)).toEqual([{ at: frozenTime, frozen: false }, [], [], []]);
  await expect(south.control.oauth.approve(started)).rejects.toMatchObject({ code: "not_found" });
  const next = south.control.brains.sendDailyBrief({ brainId: "brain_south" }).delivered;
  expect(next[0]?.id).not.toBe(delivered[0]?.id);
});

it("a new organization shares no id with a deleted one with its id, whose handlers end before and after its creation", async () => {
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const job = implementJob(async ({ ids }) => {
    await ends[calls++]?.promise;
    return Array.from({ length: 5 }, () => ids.next("brain"));
  });
  const server = openServer({ operations: [job] });
  const responses = ends.map(() => runJob(server));
  await setImmediate();
  const north = { organizationId: "org_north" };
  const createBrains = () => Array.from({ length: 5 }, () => server.control.brains.create(north).id);
  const endHandler = async (index: number) => {
    ends[index]?.resolve();
    return (await responses[index])?.body as string[];
  };
  server.control.organizations.delete(north);
  const given = await endHandler(0);
  server.control.organizations.create({ id: "org_north" });
  given.push(...createBrains(), ...(await endHandler(1)), ...createBrains());
  expect(new Set(given).size).toBe(20);
});

it("a control is for the organization of the server's key by default, even if the key was revoked", () => {
  const server = openServer();
  server.control.apiKeys.revoke({ apiKey: server.apiKey });
  expect(server.control.brains.create().organizationId).toBe("org_north");
});

it("a control is for the organization that has the server's key after a restore, until a reset", () => {
  const server = openServer();
  const { brains, organizations } = server.control;
  const key = { key: server.apiKey, organizationId: "org_south", role: "admin" };
  server.restore({ ...server.snapshot(), apiKeys: [key] });
  expect(brains.create().organizationId).toBe("org_south");
  server.reset();
  organizations.delete({ organizationId: "org_north" });
  expect(() => brains.create()).toThrow("there is no organization org_north.");
});

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
