import { ControlError, type State } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildPage, buildState, recordsOf } from "../helpers/build-state.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, send } from "../helpers/open-server.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";

const south = openServer().organization("org_south").snapshot();

it("an organization can be restored with the snapshot of another one, without its keys", () => {
  const server = openServer();
  server.control.organizations.create({ id: "org_west", apiKey: "key_west" });
  const west = server.organization("org_west");
  expect(west.restore(south, { apiKeys: "omit" })).toEqual({ apiKeys: [] });
  expect(west.snapshot()).toMatchObject({
    apiKeys: [{ key: "key_west" }],
    brains: [{ id: "brain_south", organizationId: "org_west" }],
    pages: [{ brainId: "brain_south", slug: "menu" }],
  });
});

// Creates the test server with the organization `org_west`, which has a key and records of a seed.
function openWest(seed?: State) {
  const server = openServer();
  server.control.organizations.create({ id: "org_west", apiKey: "key_west", role: "editor", seed });
  return { server, west: server.organization("org_west"), north: server.organization("org_north") };
}

// The records of the south, which another organization has under its own name.
function movedSouth(organizationId: string, key: string): State {
  const move = <AnyRecord>(record: AnyRecord) => ({ ...record, organizationId });
  const { brains, installations } = south;
  const apiKeys = [{ key, organizationId, role: "viewer" }];
  return {
    ...south,
    organizations: [{ id: organizationId, name: "South" }],
    apiKeys,
    brains: brains.map(move),
    installations: installations.map(move),
  };
}

const x = { version: 1, organizations: [{ id: "x" }] } as const;
const tidesOf = (organizationId: string) => ({ brains: [{ id: "brain_tides", organizationId }] });
const owned = ["apiKeys[1]", "brains[2]", "installations[2]"].map((record) => `${record}.organizationId`);

const twice = { version: 1, organizations: [x.organizations[0], x.organizations[0]] };
const invalidKeys = { ...x, apiKeys: [{ organizationId: "x", key: 7 }] };
const foreignBrain = { version: 1, pages: [buildPage({ brainId: "brain_south" })] };
const foreignInstallation = { version: 1, ...tidesOf("x"), bindings: [buildBinding()] };
const untitled = { ...x, apiKeys: [{ organizationId: "x" }], ...tidesOf("x"), pages: [{ brainId: "brain_tides" }] };

// biome-ignore format: one row a line
it.each<{ what: string; state: unknown; paths: readonly string[]; apiKeys?: string }>([
  { what: "nothing at all", state: undefined, paths: ["state"] },
  { what: "a state of another version", state: { version: 2 }, paths: ["version"] },
  { what: "an organization twice", state: twice, paths: ["organizations[1].id"] },
  { what: "an invalid organization", state: { version: 1, organizations: [{ id: "x", name: 1 }] }, paths: ["organizations[0].name"] },
  { what: "several organizations", state: buildState(), paths: ["organizations[1].id", ...owned], apiKeys: "omit" },
  { what: "a brain of another one", state: foreignBrain, paths: ["pages[0].brainId"] },
  { what: "an installation of another one", state: foreignInstallation, paths: ["bindings[0].installationId"] },
  { what: "an invalid key to keep", state: invalidKeys, paths: ["apiKeys[0].key"], apiKeys: "keep" },
  { what: "an invalid key to renew", state: invalidKeys, paths: ["apiKeys[0].key"], apiKeys: "renew" },
  { what: "an invalid key to omit", state: invalidKeys, paths: ["apiKeys[0].key"], apiKeys: "omit" },
  { what: "an invalid page, and keys to renew", state: untitled, paths: ["pages[0].title"], apiKeys: "renew" },
  { what: "an unknown way to load keys", state: x, paths: ["apiKeys"], apiKeys: "renewed" },
])("an organization can't load $what, as if it were alone", async ({ state, paths, apiKeys }) => {
  const { server, west } = openWest();
  const alone = openServer({ seed: west.snapshot() }).organization("org_west");
  const options = apiKeys === undefined ? undefined : { apiKeys };
  for (const name of ["seed", "restore"] as const) {
    const { problems } = await captureRejection(server, () => west[name](state as never, options as never));
    expect(problems.map(({ path }) => path)).toEqual(paths);
    const result = await captureResult(() => west[name](state as never, options as never));
    expect(await captureResult(() => alone[name](state as never, options as never))).toStrictEqual(result);
  }
});

const withForeignKeys = [south, { ...x, apiKeys: [{ organizationId: "x" }] }];
it.each(withForeignKeys)("an organization can't load the key of another one", async (state) => {
  const { server, west } = openWest();
  server.organization("org_south").control.apiKeys.create({ apiKey: "kb_org_west" });
  const message = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';
  for (const name of ["seed", "restore"] as const) {
    const { problems } = await captureRejection(server, () => west[name](state));
    expect(problems).toEqual([{ path: "apiKeys[0].key", message }]);
  }
});

it("an organization can't load a state with an unknown option", async () => {
  const { server, west } = openWest();
  const { problems } = await captureRejection(server, () => west.seed(x, { keys: "renew" } as never));
  expect(problems).toMatchObject([{ path: "" }]);
});

it("an organization keeps the keys of a state that it loads, by default", () => {
  const { west } = openWest();
  const { apiKeys } = movedSouth("org_west", "key_any");
  expect(west.seed(movedSouth("org_any", "key_any")).apiKeys).toStrictEqual(apiKeys);
});

it("an organization can renew the keys of a state, and rejects the ones that it had before", async () => {
  const { server, west } = openWest();
  const { apiKeys } = west.restore(south, { apiKeys: "renew" });
  const [{ key } = { key: "" }] = apiKeys;
  expect(key).toMatch(/^key_[0-9a-z]{16}$/);
  expect(recordsOf(west)).toStrictEqual(movedSouth("org_west", key));
  const indexRequest = "GET /v1/brains/brain_south/index";
  expect((await send(server, indexRequest, { key })).status).toBe(200);
  expect((await send(server, indexRequest, { key: "key_west" })).status).toBe(401);
});

it("an organization can renew keys that a state doesn't name, with their roles", () => {
  const { west } = openWest();
  const apiKeys = [{ organizationId: "x" }, { organizationId: "x", role: "viewer" }];
  const loaded = west.seed({ version: 1, apiKeys }, { apiKeys: "renew" });
  expect(loaded.apiKeys.map(({ role }) => role)).toEqual(["admin", "viewer"]);
});

it("an organization becomes the tenant of the pages whose tenant is the organization of the state", () => {
  const pages = ["org_north", "tenant_north"].map((title) => ({ brainId: "brain_tides", title, tenantId: title }));
  const state = { version: 1, ...tidesOf("org_north"), pages } as const;
  const { west } = openWest();
  west.restore(state);
  expect(west.snapshot().pages.map(({ tenantId }) => tenantId)).toEqual(["org_west", "tenant_north"]);
});

it("a restore of an organization without an authorization ends its confirmation, even one that has begun", async () => {
  const { server, north } = openWest();
  const callback = await server.control.oauth.approve((await startAuthorization(server)).started);
  const confirmations = [server.control, north.control].map(({ oauth }) => oauth.confirm(callback));
  const before = recordsOf(north);
  north.restore({ ...north.snapshot(), authorizations: [] });
  const ended = { status: "rejected", reason: { code: "not_found" } };
  expect(await Promise.allSettled(confirmations)).toMatchObject([ended, ended]);
  expect(recordsOf(north)).toStrictEqual(before);
});

it("the seed of a new organization gives it records and a name, if no other is given, and no keys", () => {
  const { server, west } = openWest(south);
  const apiKeys = [{ key: "key_west", organizationId: "org_west", role: "editor" }];
  expect(recordsOf(west)).toStrictEqual({ ...movedSouth("org_west", ""), apiKeys });
  expect(server.control.organizations.create({ name: "East", seed: south }).name).toBe("East");
});

it("the seed of a new organization must be valid", () => {
  const { server } = openWest();
  const before = recordsOf(server);
  expect(() => server.control.organizations.create({ seed: foreignBrain as never })).toThrow(ControlError);
  expect(recordsOf(server)).toStrictEqual(before);
});

it("two organizations may have records with the same ids, which a state of the server tells apart", () => {
  const state = openWest(south).server.snapshot();
  for (const records of [state.pages, state.channels, state.bindings])
    expect(records.slice(-2).map(({ organizationId }) => organizationId)).toEqual([undefined, "org_west"]);
  expect(openServer({ seed: state }).snapshot()).toStrictEqual(state);
  const page = { ...state.pages.at(-1), organizationId: undefined } as never;
  const other = openServer({ seed: { ...state, pages: [page] } });
  const counts = ["org_south", "org_west"].map((id) => other.organization(id).snapshot().pages.length);
  expect(counts).toEqual([1, 0]);
});

it("the controls of the server find the first of two organizations that have records with the same ids", () => {
  const { server, west } = openWest(south);
  const address = { brainId: "brain_south", slug: "menu" };
  west.control.pages.pin(address);
  expect(recordsOf(server.organization("org_south"))).toStrictEqual(recordsOf({ snapshot: () => south }));
  server.control.pages.deprecate(address);
  expect(west.control.pages.get(address).status).toBe("active");
  server.control.organizations.delete({ organizationId: "org_south" });
  expect(server.control.pages.get(address).pinned).toBe(true);
});
