import { readOAuthState } from "@knowledge-base/sdk/oauth";
import type { ReferenceServer, State } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

const randomSeed = "fjord";
const open = () => openServer({ randomSeed });
const start = async (server: ReferenceServer) => (await startAuthorization(server)).authorizationUrl;

// Starts another server with the stored records of a server, as a new process does.
function restart(server: ReferenceServer): ReferenceServer {
  const seed: State = JSON.parse(JSON.stringify(server.snapshot()));
  return openServer({ randomSeed, seed });
}

// The same with the snapshots of each organization, which a program may store one by one.
function restartInParts(server: ReferenceServer): ReferenceServer {
  const parts = server.snapshot().organizations.map(({ id }) => server.organization(id).snapshot());
  const names = new Set(parts.flatMap(Object.keys).filter((name) => name !== "version" && name !== "idPosition"));
  const arrays = Array.from(names, (name) => [name, parts.flatMap((part) => Reflect.get(part, name) ?? [])]);
  return openServer({ randomSeed, seed: { version: 1, ...Object.fromEntries(arrays) } });
}

const snapshots = [
  { name: "of the server", again: restart },
  { name: "of each organization", again: restartInParts },
];

it.each(snapshots)("a restart with the snapshot $name keeps every step of an authorization", async ({ again }) => {
  const server = open();
  const { oauth } = server.control;
  const [started, approved, denied] = [await start(server), await start(server), await start(server)];
  const confirmed = await start(server);
  const { code } = await oauth.approve({ authorizationUrl: approved, teamName: "West" });
  await oauth.deny({ authorizationUrl: denied });
  await oauth.confirm(await oauth.approve({ authorizationUrl: confirmed }));

  const next = again(server).control.oauth;
  const statuses = next.list({ organizationId: "org_north" }).map(({ status }) => status);
  expect(statuses).toEqual(["started", "approved", "denied", "confirmed"]);
  const confirm = (url: string) => next.confirm({ code: "any", state: readOAuthState({ authorizationUrl: url }) });
  const used = { code: "oauth_used_state" };
  await expect(next.approve({ authorizationUrl: denied })).rejects.toMatchObject(used);
  await expect(confirm(confirmed)).rejects.toMatchObject(used);
  await expect(confirm(approved)).rejects.toMatchObject({ code: "oauth_wrong_code" });
  const state = readOAuthState({ authorizationUrl: approved });
  expect(await next.confirm({ code, state })).toMatchObject({ teamName: "West" });
  expect(await next.confirm(await next.approve({ authorizationUrl: started }))).toBeDefined();
});

it.each(snapshots)("a restart with the snapshot $name keeps the clocks", ({ again }) => {
  const server = open();
  server.organization("org_north").clock.freeze("2027-01-01T00:00:00.000Z");
  server.organization("org_south").clock.advance(5000);
  const next = again(server);
  expect(next.organization("org_north").clock.status()).toEqual({ at: "2027-01-01T00:00:00.000Z", frozen: true });
  expect(next.organization("org_south").clock.now() - next.clock.now()).toBe(5000);
  expect(next.organization("org_north").snapshot()).toEqual(server.organization("org_north").snapshot());
});

const later = "2027-01-01T00:00:00.000Z";
it.each<{ what: string; move: (server: ReferenceServer) => unknown; position: State["clock"] }>([
  { what: "isn't in a state if nothing has moved it", move: () => {}, position: undefined },
  { what: "stays frozen", move: ({ clock }) => clock.freeze(later), position: { frozenAt: later } },
  { what: "stays ahead", move: ({ clock }) => clock.advance(5000), position: { offset: 5000 } },
])("the clock of the whole server $what after a restart, a restore and a reset", ({ move, position }) => {
  const server = open();
  move(server);
  const before = server.snapshot();
  expect(before.clock).toEqual(position);
  const next = restart(server);
  const expectSame = (later: ReferenceServer) => {
    expect(later.clock.status()).toEqual(server.clock.status());
    expect(later.snapshot()).toEqual(before);
  };
  expectSame(next);
  next.clock.set("2031-01-01T00:00:00Z");
  next.reset();
  expectSame(next);
  const other = open();
  other.restore(before);
  expectSame(other);
});

it("the clock of the whole server is no clock of an organization, and doesn't move if records are added", () => {
  const server = open();
  server.clock.advance(5000);
  const next = open();
  next.seed({ version: 1, organizations: [{ id: "org_west" }], clock: { offset: 5000 } });
  next.organization("org_north").restore({ ...server.organization("org_north").snapshot(), clock: { offset: 5000 } });
  expect(next.snapshot()).not.toHaveProperty("clock");
  expect(next.organization("org_north").clock.now()).toBe(next.clock.now());
});

it.each([
  { frozenAt: "9999-12-31T23:59:59-05:00", at: "9999-12-31T23:59:59.999Z" },
  { frozenAt: "0000-01-01T00:00:00+05:00", at: "0000-01-01T00:00:00.000Z" },
])("a clock that is frozen at $frozenAt stays in the years of timestamps", ({ frozenAt, at }) => {
  const server = openServer({ seed: { version: 1, organizations: [{ id: "org_west", clock: { frozenAt } }] } });
  expect(server.organization("org_west").clock.status()).toEqual({ at, frozen: true });
  expect(restart(server).snapshot().organizations[0]?.clock).toEqual({ frozenAt: at });
});

it.each<{ how: string; load: (server: ReferenceServer, seed: State) => readonly string[] }>([
  {
    how: "a new organization gets the snapshot of one with the same id",
    load: ({ control }, seed) => [control.organizations.create({ id: "org_west", seed }).apiKey],
  },
  {
    how: "it is restored there with renewed keys",
    load({ control, organization }, seed) {
      control.organizations.create({ id: "org_west", apiKey: "key_west" });
      const { apiKeys } = organization("org_west").restore(seed, { apiKeys: "renew" });
      return apiKeys.map(({ key }) => key);
    },
  },
])("the key of an organization isn't generated again after $how", ({ load }) => {
  const server = open();
  const { apiKey } = server.control.organizations.create({ id: "org_west" });
  const keys = load(open(), server.organization("org_west").snapshot());
  expect(keys).toHaveLength(1);
  expect(keys).not.toContain(apiKey);
});

it("a nonce isn't generated again after the snapshot of an organization is added to one with the same id", async () => {
  const server = open();
  await start(server);
  const next = openServer({ randomSeed, seed: { version: 1, organizations: [{ id: "org_north" }] } });
  next.organization("org_north").seed(server.organization("org_north").snapshot());
  await start(next);
  expect(next.control.oauth.list()).toHaveLength(2);
});

type Continue = (server: ReferenceServer, before: State) => ReferenceServer;

function restoreBefore(server: ReferenceServer, before: State): ReferenceServer {
  server.restore(before);
  return server;
}

const continuations: readonly { what: string; again: Continue }[] = [
  { what: "no interruption", again: (server) => server },
  { what: "a restart", again: restart },
  { what: "a restart with the snapshots of organizations", again: restartInParts },
  { what: "a restore", again: restoreBefore },
];

it.each(continuations)("ids, keys and nonces don't repeat after $what", async ({ again }) => {
  let server = open();
  const before = server.snapshot();
  const ids: unknown[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { organizations, brains } = server.control;
    const isThere = organizations.list().some(({ id }) => id === "org_west");
    if (isThere) organizations.delete({ organizationId: "org_west" });
    const west = organizations.create({ id: "org_west" });
    ids.push(west.apiKey, server.organization("org_west").control.brains.create().id);
    const created = organizations.create();
    expect(() => brains.create({ id: "brain_tides" })).toThrow();
    const state = readOAuthState({ authorizationUrl: await start(server) });
    ids.push(created.id, created.apiKey, brains.create().id, state);
    ids.push(...(server.snapshot().authorizations ?? []).map(({ nonce }) => nonce).slice(-1));
    server = again(server, before);
  }
  expect(new Set(ids).size).toBe(21);
});
