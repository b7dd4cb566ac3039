import { overwriteValues } from "@knowledge-base/internal/test-helpers/overwrite-values.ts";
import type { StateInput } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildPage, buildState, recordsOf } from "../helpers/build-state.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";

it("a server begins with the records of its seed, and a seed adds others later", () => {
  const server = openServer({
    seed: {
      version: 1,
      organizations: [{ id: "org_west", name: "West" }],
      brains: [{ id: "brain_west", organizationId: "org_west", name: "West" }],
    },
  });
  server.seed({ version: 1, pages: [{ brainId: "brain_west", title: "Spring tide" }] });
  const { brains, pages } = server.snapshot();
  expect(brains).toEqual([{ id: "brain_west", organizationId: "org_west", name: "West" }]);
  expect(pages).toMatchObject([{ brainId: "brain_west", slug: "spring-tide", title: "Spring tide" }]);
});

it("another server can begin with the snapshot of a server", () => {
  const server = openServer();
  server.control.brains.create({ name: "Fjord" });
  expect(openServer({ seed: server.snapshot() }).snapshot()).toStrictEqual(server.snapshot());
});

const testState = buildState();
const west = {
  organizations: [{ id: "org_west", name: "West" }],
  apiKeys: [{ key: "key_west", organizationId: "org_west", role: "admin" }],
  brains: [{ id: "brain_west", organizationId: "org_west", name: "West" }],
  pages: [buildPage({ id: "page_west", brainId: "brain_west" })],
  installations: [{ id: "installation_west", organizationId: "org_west", teamId: "T_WEST", teamName: "West" }],
  channels: [{ installationId: "installation_west", id: "C_DECK", name: "west", isPrivate: false, isMember: true }],
  bindings: [buildBinding({ id: "b", brainId: "brain_west", installationId: "installation_west", teamId: "T_WEST" })],
};
const none = { organizations: [], apiKeys: [], brains: [], pages: [], installations: [], channels: [], bindings: [] };

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

it("a seed may have its arrays in any order", () => {
  expect(recordsOf(openServer({ seed: freeze(buildState()) }))).toStrictEqual(testState);
  const reversed = Object.fromEntries(Object.entries(testState).toReversed()) as never;
  expect(recordsOf(openServer({ seed: reversed }))).toStrictEqual(testState);
});

it.each<{ what: string; state: StateInput; records: object }>([
  { what: "others", state: { version: 1, ...west }, records: west },
  { what: "no pages", state: { ...testState, pages: undefined }, records: { ...testState, pages: [] } },
  { what: "none", state: { version: 1 }, records: none },
])("a restore with $what replaces all records of a server", ({ state, records }) => {
  const server = openServer();
  server.restore(state);
  expect(recordsOf(server)).toStrictEqual({ version: 1, ...records });
});

it("a seed adds records of every kind", () => {
  const server = openServer();
  server.seed({ version: 1, ...west });
  for (const [kind, records] of Object.entries(west))
    expect(recordsOf(server)).toHaveProperty(kind, [...testState[kind as keyof typeof west], ...records]);
  server.seed({ version: 1, pages: [] });
  expect(recordsOf(server).pages).toHaveLength(4);
});

it("a page belongs to the brain of its own seed, even if the server has another brain with the same id", () => {
  const server = openServer();
  const brains = [{ id: "brain_tides", organizationId: "org_west" }];
  const pages = [{ brainId: "brain_tides", title: "West" }];
  server.seed({ version: 1, organizations: [{ id: "org_west" }], brains, pages });
  expect(server.organization("org_west").snapshot().pages).toMatchObject([{ title: "West", tenantId: "org_west" }]);
});

it("a page of one of two brains with the same id belongs to the brain of the first organization", () => {
  const server = openServer();
  const organizations = [{ id: "org_west" }, { id: "org_east" }];
  const brains = organizations.map(({ id }) => ({ id: "brain_reefs", organizationId: id })).toReversed();
  server.seed({ version: 1, organizations, brains, pages: [{ brainId: "brain_reefs", title: "Reef" }] });
  expect(server.organization("org_west").snapshot().pages).toMatchObject([{ title: "Reef" }]);
});

it("a restore that fails leaves every organization in its place, with its keys and tools", async () => {
  const server = openServer();
  const wait = server.organization("org_north").journal.waitFor();
  const before = server.snapshot();
  const broken: StateInput = { version: 1, ...west, channels: [{ ...west.channels[0], id: "" }] } as never;
  expect(() => server.restore(broken)).toThrow("channels[0].id");
  expect(server.snapshot()).toStrictEqual(before);
  expect(server.control.organizations.list().map(({ id }) => id)).toEqual(["org_north", "org_south"]);
  expect((await send(server, `POST ${paths.archive}`)).status).toBe(201);
  expect(await wait).toMatchObject({ organizationId: "org_north" });
});

it.each(["seed", "restore"] as const)("a %s neither changes the state that it gets nor keeps it", (name) => {
  const [server, given] = [openServer(), buildState()];
  server.restore({ version: 1 });
  server[name](given);
  expect(given).toStrictEqual(testState);
  overwriteValues(given);
  expect(recordsOf(server)).toStrictEqual(testState);
});

const laterMs = Date.parse("2030-01-01T00:00:00Z");

it("a restore keeps the clocks if its state says nothing of them", () => {
  const server = openServer();
  const north = server.organization("org_north");
  const state = server.snapshot();
  server.clock.freeze(laterMs);
  north.clock.freeze(laterMs + 5);
  server.restore(state);
  expect(server.clock.now()).toBe(laterMs);
  expect(north.clock.now()).toBe(laterMs + 5);
});

it("the clock of an organization continues as a restored snapshot says, of the server or of the organization", () => {
  const server = openServer();
  const north = server.organization("org_north");
  const offset = () => north.clock.now() - server.clock.now();
  north.clock.advance(500);
  const [whole, own] = [server.snapshot(), north.snapshot()];
  north.clock.advance(1000);
  server.restore(whole);
  expect(offset()).toBe(500);
  north.clock.advance(1000);
  server.clock.advance(7);
  north.restore(own);
  expect(offset()).toBe(500);
});

it("a snapshot keeps optional and nullable fields as they were given", () => {
  const source = { channel: "agent" };
  const pages = [
    buildPage({ source, sources: [], entities: [], backlinks: [], embedding: [] }),
    buildPage({ slug: "b", source: { ...source, ref: "agent_1", label: null } }),
    buildPage({ slug: "c", source: null, lastReferencedAt: null }),
    buildPage({ slug: "d", archived: true, status: "archived", statusBeforeArchive: "deprecated" }),
  ];
  expect(openServer({ seed: buildState({ pages }) }).snapshot()).toStrictEqual(buildState({ pages }));
});

it("a snapshot changes neither with the server, nor changes it", async () => {
  const server = openServer();
  const snapshot = server.snapshot();
  await send(server, `POST ${paths.archive}`);
  await send(server, `DELETE ${paths.binding}`);
  expect(recordsOf({ snapshot: () => snapshot })).toStrictEqual(testState);
  const changed = server.snapshot();
  overwriteValues(server.snapshot());
  expect(server.snapshot()).toStrictEqual(changed);
});

it("a snapshot lists pages brain by brain, in the order in which they were added", async () => {
  const given = { b: "brain_tides", knots: "brain_ropes", a: "brain_tides" };
  const pages = Object.entries(given).map(([slug, brainId]) => buildPage({ slug, brainId }));
  const server = openServer({ seed: buildState({ pages }) });
  await send(server, `POST ${paths.archive}`.replace("spring-tide", "b"));
  expect(server.snapshot().pages.map(({ slug }) => slug)).toEqual(["b", "a", "knots"]);
});
