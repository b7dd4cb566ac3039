import { ControlError } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { findStateProblems } from "../state-problems.ts";
import { openWest, problemsOf, renamed, stateOf } from "./open-west.ts";

const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const taken = 'is a key of another organization: load the state with apiKeys "renew" to issue new keys';
const west = { version: 1, organizations: [{ id: "x" }] } as const;

/** States that no organization can load. */
// biome-ignore format: one row a line
const invalid: readonly (readonly [what: string, state: unknown, paths: readonly string[], options?: object])[] = [
  ["nothing", undefined, ["state"]],
  ["no object", [], ["state"]],
  ["an unknown array", { version: 1, moons: [] }, ["moons"]],
  ["another version", { version: 2 }, ["version"]],
  ["an organization twice", { version: 1, organizations: [{ id: "x" }, { id: "x" }] }, ["organizations[1].id"]],
  ["an invalid organization", { version: 1, organizations: [{ id: "x", name: 1 }] }, ["organizations[0].name"]],
  ["several organizations", buildState(), ["organizations[1].id", "apiKeys[1].organizationId", "brains[2].organizationId", "installations[2].organizationId"], { apiKeys: "omit" }],
  ["a missing brain", { version: 1, pages: [buildPage({ brainId: "brain_moon" })] }, ["pages[0].brainId"]],
  ["a brain of another organization", { version: 1, pages: [buildPage({ brainId: "brain_south" })] }, ["pages[0].brainId"]],
  ["a binding without its records", { version: 1, bindings: [buildBinding()] }, ["bindings[0].brainId"]],
  ["a key of another organization", stateOf("org_south"), ["apiKeys[0].key"]],
  ["the default key, if another has it", { ...west, apiKeys: [{ organizationId: "x" }] }, ["apiKeys[0].key"]],
  ...["omit", "renew", "keep"].map((apiKeys) => [`invalid keys with ${apiKeys}`, { ...west, apiKeys: [{ organizationId: "x", kye: "k" }, { organizationId: "x", key: 7 }] }, ["apiKeys[0]", "apiKeys[1].key"], { apiKeys }] as const),
  ["an unknown loading of keys", west, ["apiKeys"], { apiKeys: "renewed" }],
  ["an unknown option", west, [""], { keys: "renew" }],
];

describe("loading a state into an organization", () => {
  it.each(invalid)("rejects %s, and changes nothing", (_, state, paths, options) => {
    const { server, west } = openWest();
    server.organization("org_south").control.apiKeys.create({ apiKey: "kb_org_west" });
    const before = recordsOf(server);
    for (const load of [west.seed, west.restore])
      expect(problemsOf(() => load(state as never, options)).map(({ path }) => path)).toEqual(paths);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("says how to load keys that others have, and which options there are", () => {
    const { west } = openWest();
    expect(problemsOf(() => west.seed(stateOf("org_south")))).toEqual([{ path: "apiKeys[0].key", message: taken }]);
    expect(() => west.seed({ version: 1 }, { keys: "renew" } as never)).toThrow(
      "Failed to add records: the input has unknown fields: keys; the fields are state, apiKeys.",
    );
    expect(() => west.restore({ version: 1 }, { apiKeys: "all" as never })).toThrow(
      "Failed to replace all records: apiKeys must be one of keep, renew, omit.",
    );
  });

  it.each(["seed", "restore"] as const)(
    "by %s gives it records with the ids of another, which stays as it is",
    async (load) => {
      const { server, west, north } = openWest();
      const state = stateOf("org_north");
      expect(west[load](state, { apiKeys: "omit" })).toEqual({ apiKeys: [] });
      const apiKeys = [{ key: "key_west", organizationId: "org_west", role: "admin" }];
      const organizations = [{ id: "org_west", name: load === "seed" ? "West" : "North" }];
      expect(recordsOf(west)).toStrictEqual({ ...renamed(state, "org_west"), organizations, apiKeys });
      expect((await send(server, archive, { key: "key_west" })).status).toBe(201);
      expect(recordsOf(north)).toStrictEqual(state);
      expect(west.control.pages.get({ brainId: "brain_tides", slug: "spring-tide" }).archived).toBe(true);
    },
  );

  it("keeps, renews or omits the keys of the state", async () => {
    const { server, west } = openWest();
    const state = renamed(stateOf("org_south"), "org_any", ["key_any"]);
    const key = { organizationId: "org_west", role: "viewer" };
    expect(west.seed(state)).toStrictEqual({ apiKeys: [{ key: "key_any", ...key }] });
    const renewed = [{ key: expect.stringMatching(/^key_[0-9a-z]{16}$/), ...key }];
    const { apiKeys } = west.restore(stateOf("org_south"), { apiKeys: "renew" });
    expect(apiKeys).toStrictEqual(renewed);
    expect(west.snapshot().apiKeys).toStrictEqual(apiKeys);
    const statuses = await Promise.all(
      ["key_west", "key_any", apiKeys[0]?.key ?? ""].map((given) =>
        send(server, "GET /v1/brains/brain_south/index", { key: given }),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
    const unnamed = [{ organizationId: "x" }, { organizationId: "x", role: "viewer" }];
    expect(west.seed({ version: 1, apiKeys: unnamed }, { apiKeys: "renew" }).apiKeys.map(({ role }) => role)).toEqual([
      "admin",
      "viewer",
    ]);
  });

  it("ignores the organization that its records name", () => {
    const { west } = openWest();
    west.seed({ version: 1, brains: [{ id: "brain_tides", organizationId: "org_any", name: "Tides" }] });
    west.seed({ version: 1, pages: [buildPage({ organizationId: "org_any" })] });
    expect(west.snapshot()).toMatchObject({ brains: [{ organizationId: "org_west" }], pages: [buildPage()] });
  });

  it("accepts its own snapshot, and keeps clock, faults, journal and deliveries", async () => {
    const { server, north } = openWest();
    const before = recordsOf(north);
    await send(server, archive);
    north.clock.set("2027-01-01T00:00:00.000Z");
    north.faults.add({ kind: "hang", operation: "oauth.start" });
    north.control.brains.sendDailyBrief({ brainId: "brain_tides" });
    const tools = () => [north.clock.now(), north.faults.list(), north.journal.entries(), north.deliveries.list()];
    const toolsBefore = tools();
    expect(north.restore(before).apiKeys).toStrictEqual(before.apiKeys);
    expect(recordsOf(north)).toStrictEqual(before);
    expect(tools()).toStrictEqual(toolsBefore);
    expect(openServer({ seed: recordsOf(north) }).snapshot()).toStrictEqual(before);
  });

  it("ends a confirmation that began before, unless the state has the authorization", async () => {
    const { server, north } = openWest();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    const callback = await server.control.oauth.approve(body as { authorizationUrl: string });
    const confirmations = [server.control, north.control].map(({ oauth }) => oauth.confirm(callback));
    north.restore({ ...north.snapshot(), authorizations: [] });
    for (const confirmation of confirmations) await expect(confirmation).rejects.toMatchObject({ code: "not_found" });
    expect(recordsOf(north)).toStrictEqual(stateOf("org_north"));
  });
});

describe("the seed of a new organization", () => {
  it("gives it records and a name, if no other is given, and no keys", () => {
    const { server } = openWest();
    const state = stateOf("org_south");
    const { id, apiKey, name } = server.control.organizations.create({ seed: state, role: "editor" });
    expect(recordsOf(server.organization(id))).toStrictEqual({
      ...renamed(state, id),
      apiKeys: [{ key: apiKey, organizationId: id, role: "editor" }],
    });
    expect(name).toBe("South");
    expect(server.control.organizations.create({ name: "East", seed: state }).name).toBe("East");
  });

  it.each([demoSeed(), { version: 1, pages: [{}] }, 1, null])(
    "is rejected if it is no state of one organization (%#)",
    (seed) => {
      const { server } = openWest();
      const before = recordsOf(server);
      expect(() => server.control.organizations.create({ seed: seed as never })).toThrow(ControlError);
      expect(recordsOf(server)).toStrictEqual(before);
    },
  );
});

describe("an id of several organizations", () => {
  function openTwins() {
    const server = openServer();
    server.control.organizations.create({ id: "org_west", apiKey: "key_west", seed: stateOf("org_north") });
    return server;
  }

  it("is written with its organization in a snapshot, and must be in a state", () => {
    const server = openTwins();
    const state = server.snapshot();
    const owners = [state.pages, state.channels, state.bindings].map((records) =>
      records.map(({ organizationId = "-" }) => organizationId.slice(4)).join(),
    );
    const three = "north,north,north,,west,west,west";
    expect(owners).toEqual(["north,north,,west,west", three, three]);
    expect(openServer({ seed: state }).snapshot()).toStrictEqual(state);
    const without = <AnyRecord extends object>([record]: readonly AnyRecord[]) =>
      [{ ...record, organizationId: undefined }] as never;
    expect(
      findStateProblems({
        ...state,
        pages: without(state.pages),
        channels: without(state.channels),
        bindings: without(state.bindings),
      }),
    ).toEqual([
      { path: "pages[0].brainId", message: "names brains of 2 organizations: add organizationId" },
      { path: "channels[0].installationId", message: "names installations of 2 organizations: add organizationId" },
      { path: "bindings[0].brainId", message: "names brains of 2 organizations: add organizationId" },
    ]);
  });

  it("means the organization that a state adds", () => {
    const west = openTwins().organization("org_west").snapshot();
    const server = openServer();
    server.seed(west);
    expect(server.organization("org_west").snapshot()).toStrictEqual(west);
    expect(server.organization("org_north").snapshot()).toStrictEqual(stateOf("org_north"));
  });

  it.each([
    ["org_moon", "pages[0].organizationId", "names no organization of this state"],
    ["org_south", "pages[0].brainId", "names no brain of its organization"],
  ])("must be one of the organization that is named: %s", (organizationId, path, message) => {
    expect(findStateProblems(buildState({ pages: [buildPage({ organizationId })] }))).toEqual([{ path, message }]);
  });

  it("is ambiguous for the controls of the whole server, until one of them is deleted", () => {
    const server = openTwins();
    const address = { brainId: "brain_tides", slug: "spring-tide" };
    const advice = "Use server.organization(id).control, or ?organization=ID over HTTP.";
    expect(() => server.control.pages.pin(address)).toThrow(
      `Failed to pin a page: 2 organizations have a brain brain_tides. ${advice}`,
    );
    expect(() => server.control.channels.list({ installationId: "installation_pier" })).toThrow(
      "2 organizations have an installation installation_pier.",
    );
    server.organization("org_west").control.pages.pin(address);
    expect(server.organization("org_north").control.pages.get(address).pinned).toBe(false);
    server.control.organizations.delete({ organizationId: "org_west" });
    expect(server.control.pages.pin(address).pinned).toBe(true);
    expect(server.snapshot().pages[0]).not.toHaveProperty("organizationId");
  });
});
