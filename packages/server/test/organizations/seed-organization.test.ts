import type { State, StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import type { LoadStateOptions } from "../../src/control/records.ts";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { openWest, problemsOf, renamed, stateOf } from "./open-west.ts";

describe("seeding an organization", () => {
  it("adds the records of another organization with the same ids", async () => {
    const { server, west, apiKey } = openWest();
    const state = stateOf("org_north");
    const { apiKeys } = west.seed(state, { apiKeys: "omit" });
    expect(apiKeys).toEqual([]);
    const expected = renamed(state, "org_west", []);
    expect(recordsOf(west)).toStrictEqual({
      ...expected,
      organizations: [{ id: "org_west", name: "West" }],
      apiKeys: [{ key: apiKey, organizationId: "org_west", role: "admin" }],
    });
    expect(recordsOf(server.organization("org_north"))).toStrictEqual(state);
    const path = "/v1/brains/brain_tides/pages/spring-tide/archive";
    expect((await send(server, `POST ${path}`, { key: apiKey })).status).toBe(201);
    expect(recordsOf(server.organization("org_north"))).toStrictEqual(state);
    expect(west.control.pages.get({ brainId: "brain_tides", slug: "spring-tide" }).archived).toBe(true);
  });

  it("issues new keys with the same roles, which it returns", async () => {
    const { server, west } = openWest();
    const { apiKeys } = west.seed(stateOf("org_south"), { apiKeys: "renew" });
    expect(apiKeys).toStrictEqual([
      { key: expect.stringMatching(/^key_/), organizationId: "org_west", role: "viewer" },
    ]);
    const [{ key } = { key: "" }] = apiKeys;
    expect(key).not.toBe("key_south");
    expect((await send(server, "GET /v1/brains/brain_south/index", { key })).status).toBe(200);
  });

  it("keeps new keys of the state by default", () => {
    const { west } = openWest();
    const state = renamed(stateOf("org_south"), "org_any", ["key_west"]);
    expect(west.seed(state).apiKeys).toStrictEqual([{ key: "key_west", organizationId: "org_west", role: "viewer" }]);
  });

  it("rejects a key of another organization, and says how to issue new ones", () => {
    const { server, west } = openWest();
    const before = recordsOf(server);
    for (const load of [west.seed, west.restore]) {
      expect(problemsOf(() => load(stateOf("org_south")))).toEqual([
        {
          path: "apiKeys[0].key",
          message: 'is a key of another organization: load the state with apiKeys "renew" to issue new keys',
        },
      ]);
    }
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("rejects the records of several organizations", () => {
    const { server, west } = openWest();
    const before = recordsOf(server);
    for (const load of [west.seed, west.restore]) {
      const problems = problemsOf(() => load(buildState(), { apiKeys: "omit" }));
      expect(problems.map(({ path }) => path)).toEqual([
        "organizations[1].id",
        "apiKeys[1].organizationId",
        "brains[2].organizationId",
        "installations[2].organizationId",
      ]);
      expect(problems[0]?.message).toContain("belongs to a second organization");
    }
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("accepts records without their organization", () => {
    const { west } = openWest();
    west.seed({ version: 1, brains: [{ id: "brain_tides", organizationId: "org_anything", name: "Tides" }] });
    west.seed({ version: 1, pages: [buildPage({ organizationId: "org_anything" })] });
    expect(west.snapshot()).toMatchObject({
      brains: [{ id: "brain_tides", organizationId: "org_west" }],
      pages: [buildPage()],
    });
  });

  it.each<[what: string, state: unknown, path: string]>([
    ["nothing", undefined, "state"],
    ["no object", [], "state"],
    ["an unknown array", { version: 1, moons: [] }, "moons"],
    ["another version", { version: 2 }, "version"],
    ["an organization twice", { version: 1, organizations: [{ id: "x" }, { id: "x" }] }, "organizations[1].id"],
    ["an invalid organization", { version: 1, organizations: [{ id: "x", name: 1 }] }, "organizations[0].name"],
    [
      "an invalid key",
      { version: 1, apiKeys: [{ key: "two words", organizationId: "x", role: "" }] },
      "apiKeys[0].key",
    ],
    ["a missing brain", { version: 1, pages: [buildPage({ brainId: "brain_moon" })] }, "pages[0].brainId"],
    [
      "a brain of another organization",
      { version: 1, pages: [buildPage({ brainId: "brain_south" })] },
      "pages[0].brainId",
    ],
  ])("rejects %s and changes nothing", (_, state, path) => {
    const { server, west } = openWest();
    const before = recordsOf(server);
    for (const load of [west.seed, west.restore]) {
      expect(problemsOf(() => load(state as State)).map((problem) => problem.path)).toContain(path);
    }
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it.each(["omit", "renew", "keep"] as const)("rejects invalid keys with %s", (apiKeys) => {
    const { west } = openWest();
    const seed = {
      version: 1,
      apiKeys: [
        { organizationId: "x" },
        { organizationId: "x", kye: "key_x" },
        { organizationId: "x", key: 7 },
        { organizationId: "x", key: "key_x" },
      ],
    } as unknown as State;
    for (const load of [west.seed, west.restore]) {
      const paths = problemsOf(() => load(seed, { apiKeys })).map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(["apiKeys[1]", "apiKeys[2].key"]));
    }
    const missingBrain: StateInput = {
      version: 1,
      apiKeys: seed.apiKeys?.slice(3, 4) ?? [],
      bindings: [buildBinding()],
    };
    expect(problemsOf(() => west.seed(missingBrain, { apiKeys }))).toHaveLength(1);
  });

  it("renews keys that the state leaves out", () => {
    const { west } = openWest();
    const { apiKeys } = west.seed(
      { version: 1, apiKeys: [{ organizationId: "x" }, { organizationId: "x", role: "viewer" }] },
      { apiKeys: "renew" },
    );
    expect(apiKeys.map(({ role }) => role)).toEqual(["admin", "viewer"]);
    expect(new Set(apiKeys.map(({ key }) => key)).size).toBe(2);
  });

  it("rejects the default key of the organization if another has it", () => {
    const { server, west } = openWest();
    server.organization("org_south").control.apiKeys.create({ apiKey: "kb_org_west" });
    const before = recordsOf(server);
    for (const load of [west.seed, west.restore]) {
      const problems = problemsOf(() => load({ version: 1, apiKeys: [{ organizationId: "x" }] }));
      expect(problems).toMatchObject([{ path: "apiKeys[0].key" }]);
    }
    expect(recordsOf(server)).toStrictEqual(before);
  });

  it("rejects unknown options", () => {
    const { west } = openWest();
    const cases: [options: unknown, problem: string][] = [
      [{ apiKeys: "renewed" }, "apiKeys must be one of keep, renew, omit"],
      [{ keys: "renew" }, "the input has unknown fields: keys; the fields are state, apiKeys"],
    ];
    for (const [options, problem] of cases) {
      const given = options as LoadStateOptions;
      expect(() => west.seed({ version: 1 }, given)).toThrow(`Failed to add records: ${problem}.`);
      expect(() => west.restore({ version: 1 }, given)).toThrow(`Failed to replace all records: ${problem}.`);
    }
  });
});
