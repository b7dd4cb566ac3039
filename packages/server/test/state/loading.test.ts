import type { ReferenceServer, StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { overwriteValues } from "../helpers/overwrite-values.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { send } from "../helpers/send.ts";

const archive = "POST /v1/brains/brain_tides/pages/spring-tide/archive";
const unbind = "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck";
const testState = buildState();
const west = {
  organizations: [{ id: "org_west", name: "West" }],
  apiKeys: [{ key: "key_west", organizationId: "org_west", role: "admin" }],
  brains: [{ id: "brain_west", organizationId: "org_west", name: "West" }],
  pages: [buildPage({ id: "page_west", brainId: "brain_west" })],
  installations: [{ id: "installation_west", organizationId: "org_west", teamId: "T_WEST", teamName: "West" }],
  channels: [{ installationId: "installation_west", id: "C_DECK", name: "west", isPrivate: false, isMember: true }],
  bindings: [
    buildBinding({ id: "binding_west", brainId: "brain_west", installationId: "installation_west", teamId: "T_WEST" }),
  ],
};
const none = { organizations: [], apiKeys: [], brains: [], pages: [], installations: [], channels: [], bindings: [] };
const { pages: _, ...withoutPages } = testState;

const loadBy = (name: "restore" | "seed") => (state: StateInput) => {
  const server = openServer();
  server[name](state);
  return server;
};

// Ways to load a state, what of it the server has then, and what else it has.
// biome-ignore format: one row a line
const loads: [how: string, state: StateInput, load: (state: StateInput) => ReferenceServer, expected: object][] = [
  ["a new server begins with it", testState, (seed) => openServer({ seed }), testState],
  ["a new server begins with it, in any order", Object.fromEntries(Object.entries(testState).toReversed()) as never, (seed) => openServer({ seed }), testState],
  ["a restore replaces everything", { version: 1, ...west }, loadBy("restore"), { version: 1, ...west }],
  ["a restore of less deletes the rest", withoutPages, loadBy("restore"), { ...testState, pages: [] }],
  ["a restore of nothing deletes everything", { version: 1 }, loadBy("restore"), { version: 1, ...none }],
  ["a seed adds records of every kind", { version: 1, ...west }, loadBy("seed"), { version: 1, ...Object.fromEntries(Object.entries(west).map(([name, records]) => [name, [...(testState[name as keyof typeof west]), ...records]])) }],
  ["a seed of nothing adds nothing", { version: 1, pages: [] }, loadBy("seed"), testState],
];

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

describe.each(loads)("%s", (_how, state, load, expected) => {
  it("from a frozen state", () => {
    expect(recordsOf(load(freeze(structuredClone(state))))).toStrictEqual(expected);
  });

  it("and keeps no reference to it", () => {
    const given = structuredClone(state);
    const loaded = load(given);
    overwriteValues(given);
    expect(recordsOf(loaded)).toStrictEqual(expected);
    loaded.reset();
    expect(recordsOf(loaded)).toStrictEqual(testState);
  });
});

it("a restored state is compared only with itself", () => {
  const { restore } = openServer();
  const state: StateInput = { version: 1, pages: [buildPage({ slug: "neap-tide" })] };
  expect(() => restore(state)).toThrow("pages[0].brainId names no brain of this state");
});

describe("a snapshot", () => {
  it("keeps optional and nullable fields as they were given", () => {
    const source = { channel: "agent" };
    const pages = [
      buildPage({ source, sources: [], entities: [], backlinks: [], embedding: [] }),
      buildPage({ slug: "b", source: { ...source, ref: "agent_1", label: null } }),
      buildPage({ slug: "c", source: null, lastReferencedAt: null }),
      buildPage({ slug: "d", archived: true, status: "archived", statusBeforeArchive: "deprecated" }),
    ];
    expect(openServer({ seed: buildState({ pages }) }).snapshot()).toStrictEqual(buildState({ pages }));
  });

  it("changes neither with the server, nor changes it", async () => {
    const server = openServer();
    const snapshot = server.snapshot();
    await send(server, archive);
    await send(server, unbind);
    expect(recordsOf({ snapshot: () => snapshot })).toStrictEqual(testState);
    const changed = server.snapshot();
    overwriteValues(server.snapshot());
    expect(server.snapshot()).toStrictEqual(changed);
  });

  it("lists pages brain by brain, in the order in which they were added", async () => {
    const given = { b: "brain_tides", knots: "brain_ropes", a: "brain_tides" };
    const pages = Object.entries(given).map(([slug, brainId]) => buildPage({ slug, brainId }));
    const server = openServer({ seed: buildState({ pages }) });
    await send(server, archive.replace("spring-tide", "b"));
    expect(server.snapshot().pages.map(({ slug }) => slug)).toEqual(["b", "a", "knots"]);
  });
});
