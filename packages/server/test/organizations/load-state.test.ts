import { ControlError, type State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";
import { send } from "../helpers/send.ts";

const stateOf = (id: string): State => openServer().organization(id).snapshot();
const south = stateOf("org_south");
const taken = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';

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
const keys = [
  { organizationId: "x", kye: "k" },
  { organizationId: "x", key: 7 },
];

const tidesOf = (organizationId: string) => ({ brains: [{ id: "brain_tides", organizationId }] });

type Row = [what: string, state: unknown, paths: readonly string[], options?: object];

// States that no organization can load, with the paths of their problems.
// biome-ignore format: a table
const invalid: readonly Row[] = [
  ["nothing", undefined, ["state"]], ["no object", [], ["state"]], ["an unknown array", { version: 1, moons: [] }, ["moons"]], ["another version", { version: 2 }, ["version"]],
  ["an organization twice", { version: 1, organizations: [{ id: "x" }, { id: "x" }] }, ["organizations[1].id"]], ["an invalid organization", { version: 1, organizations: [{ id: "x", name: 1 }] }, ["organizations[0].name"]],
  ["several organizations", buildState(), ["organizations[1].id", "apiKeys[1].organizationId", "brains[2].organizationId", "installations[2].organizationId"], { apiKeys: "omit" }],
  ["a missing brain", { version: 1, pages: [buildPage({ brainId: "brain_moon" })] }, ["pages[0].brainId"]], ["a brain of another organization", { version: 1, pages: [buildPage({ brainId: "brain_south" })] }, ["pages[0].brainId"]],
  ["an installation of another organization", { version: 1, ...tidesOf("org_west"), bindings: [buildBinding()] }, ["bindings[0].installationId"]],
  ["a key of another organization", south, ["apiKeys[0].key"]], ["the default key, if another has it", { ...x, apiKeys: [{ organizationId: "x" }] }, ["apiKeys[0].key"]],
  ...["omit", "renew", "keep"].map((apiKeys): Row => [`invalid keys with ${apiKeys}`, { ...x, apiKeys: keys }, ["apiKeys[0]", "apiKeys[1].key"], { apiKeys }]),
  ["a page without a title, and keys to renew", { ...x, apiKeys: [{ organizationId: "x" }], ...tidesOf("x"), pages: [{ brainId: "brain_tides" }] }, ["pages[0].title"], { apiKeys: "renew" }],
  ["an unknown loading of keys", x, ["apiKeys"], { apiKeys: "renewed" }], ["an unknown option", x, [""], { keys: "renew" }],
];

describe("loading a state into an organization", () => {
  it.each(invalid)("rejects %s, and changes nothing", async (_, state, paths, options) => {
    const { server, west } = openWest();
    server.organization("org_south").control.apiKeys.create({ apiKey: "kb_org_west" });
    const before = recordsOf(server);
    const alone = openServer({ seed: west.snapshot() }).organization("org_west");
    for (const name of ["seed", "restore"] as const) {
      const load = west[name];
      const { problems } = await captureRejection(server, () => load(state as never, options));
      expect(problems.map(({ path }) => path)).toEqual(paths);
      if (paths[0] === "apiKeys[0].key") expect(problems[0]?.message).toBe(taken);
      else
        expect(await captureResult(() => load(state as never, options))).toStrictEqual(
          await captureResult(() => alone[name](state as never, options)),
        );
    }
    // A new organization has a key of its own.
    const create = () => server.control.organizations.create({ seed: state as never });
    if (state !== undefined && !options && !paths[0]?.startsWith("apiKeys")) expect(create).toThrow(ControlError);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("keeps, renews or omits its keys", async () => {
    const { server, west } = openWest();
    expect(west.seed(movedSouth("org_any", "key_any")).apiKeys).toStrictEqual(
      movedSouth("org_west", "key_any").apiKeys,
    );
    const { apiKeys } = west.restore(south, { apiKeys: "renew" });
    const [{ key } = { key: "" }] = apiKeys;
    expect(key).toMatch(/^key_[0-9a-z]{16}$/);
    expect(recordsOf(west)).toStrictEqual(movedSouth("org_west", key));
    const path = "GET /v1/brains/brain_south/index";
    const responses = await Promise.all(
      ["key_west", "key_any", key].map((given) => send(server, path, { key: given })),
    );
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 200]);
    const unnamed = {
      version: 1,
      apiKeys: [{ organizationId: "x" }, { organizationId: "x", role: "viewer" }],
    } as const;
    expect(west.seed(unnamed, { apiKeys: "renew" }).apiKeys.map(({ role }) => role)).toEqual(["admin", "viewer"]);
    expect(west.restore(south, { apiKeys: "omit" })).toEqual({ apiKeys: [] });
    expect(west.snapshot().apiKeys).toHaveLength(3);
  });

  it("gives it the pages whose store is the organization of the state", () => {
    const pages = ["org_north", "tenant_north"].map((tenantId) => ({
      brainId: "brain_tides",
      title: tenantId,
      tenantId,
    }));
    const state = { version: 1, ...tidesOf("org_north"), pages } as const;
    const { west } = openWest();
    west.restore(state);
    expect(west.snapshot().pages.map(({ tenantId }) => tenantId)).toEqual(["org_west", "tenant_north"]);
  });

  it("ends a confirmation that began before, unless the state has the authorization", async () => {
    const { server, north } = openWest();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const callback = await server.control.oauth.approve(body as { authorizationUrl: string });
    const confirmations = [server.control, north.control].map(({ oauth }) => oauth.confirm(callback));
    north.restore({ ...north.snapshot(), authorizations: [] });
    const ended = { status: "rejected", reason: { code: "not_found" } };
    expect(await Promise.allSettled(confirmations)).toMatchObject([ended, ended]);
    expect(recordsOf(north)).toStrictEqual(stateOf("org_north"));
  });
});

describe("the seed of a new organization", () => {
  it("gives it records and a name, if no other is given, and no keys", () => {
    const { server, west } = openWest(south);
    const apiKeys = [{ key: "key_west", organizationId: "org_west", role: "editor" }];
    expect(recordsOf(west)).toStrictEqual({ ...movedSouth("org_west", ""), apiKeys });
    expect(server.control.organizations.create({ name: "East", seed: south }).name).toBe("East");
  });

  it("may have the ids of another one, which states and the controls of the server take for those of the first", () => {
    const { server, west } = openWest(south);
    const state = server.snapshot();
    for (const records of [state.pages, state.channels, state.bindings])
      expect(records.slice(-2).map(({ organizationId }) => organizationId)).toEqual([undefined, "org_west"]);
    expect(openServer({ seed: state }).snapshot()).toStrictEqual(state);
    const page = { ...state.pages.at(-1), organizationId: undefined } as never;
    const other = openServer({ seed: { ...state, pages: [page] } });
    const counts = ["org_south", "org_west"].map((id) => other.organization(id).snapshot().pages.length);
    expect(counts).toEqual([1, 0]);
    const address = { brainId: "brain_south", slug: "menu" };
    west.control.pages.pin(address);
    expect(recordsOf(server.organization("org_south"))).toStrictEqual(
      recordsOf(openServer().organization("org_south")),
    );
    server.control.pages.deprecate(address);
    expect(west.control.pages.get(address).status).toBe("active");
    server.control.organizations.delete({ organizationId: "org_south" });
    expect(server.control.pages.get(address).pinned).toBe(true);
    expect(server.control.installations.get({ installationId: "installation_south" }).organizationId).toBe("org_west");
  });
});
