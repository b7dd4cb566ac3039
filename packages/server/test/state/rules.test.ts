import { type ControlError, createReferenceServer, type State, type StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { captureProblems, captureResult, findStateProblems } from "../helpers/results.ts";

const testState = buildState();
type Records = Partial<Record<Exclude<keyof State, "version" | "idPosition" | "clock">, readonly object[]>>;

// The state of the tests with more records.
function stateWith(more: Records): object {
  const appended = Object.entries(more).map(([name, records]) => {
    return [name, [...(testState[name as keyof Records] ?? []), ...records]];
  });
  return { ...testState, ...Object.fromEntries(appended) };
}

const organization = { id: "org_new", name: "New" };
const apiKey = { key: "key_new", organizationId: "org_north", role: "admin" };
const brain = { id: "brain_new", organizationId: "org_north", name: "New" };
const page = buildPage({ slug: "new" });
const installation = { id: "installation_new", organizationId: "org_north", teamId: "T_NEW", teamName: "New" };
const channel = { installationId: "installation_north", id: "C_NEW", name: "new", isPrivate: false, isMember: false };
const binding = buildBinding({ id: "binding_new", brainId: "brain_ropes", channelId: "C_HOLD" });
const deprecated = { archived: true, status: "archived", statusBeforeArchive: "deprecated" };
const inUse = "is already used in the brain: change the slug of one of the pages";

// Records that do not fit to those that are there, and the problem of the last one.
// biome-ignore format: one row a line
const wrong: [kind: keyof Records, field: string, message: string, record: object][] = [
  ["organizations", "id", "is taken already", { ...organization, id: "org_north" }],
  ["apiKeys", "key", "is taken already", { ...apiKey, key: "key_north" }],
  ["apiKeys", "key", "is taken already", { ...apiKey, key: "key_south" }],
  ["brains", "id", "is taken already", { ...brain, id: "brain_ropes" }],
  ["pages", "id", "is taken already", { ...page, id: "page_knots" }],
  ["pages", "slug", inUse, { ...page, slug: "spring-tide" }],
  ["installations", "id", "is taken already", { ...installation, id: "installation_pier" }],
  ["channels", "id", "is already used in the installation", { ...channel, id: "C_DECK" }],
  ["bindings", "id", "is taken already", { ...binding, id: "binding_hold" }],
  ["bindings", "channelId", "is already bound to this brain", { ...binding, channelId: "C_DECK" }],
  ["apiKeys", "organizationId", "names no organization of this state", { ...apiKey, organizationId: "org_moon" }],
  ["brains", "organizationId", "names no organization of this state", { ...brain, organizationId: "org_moon" }],
  ["pages", "brainId", "names no brain of this state", { ...page, brainId: "brain_moon" }],
  ["pages", "organizationId", "names no organization of this state", { ...page, organizationId: "org_moon" }],
  ["installations", "organizationId", "names no organization of this state", { ...installation, organizationId: "org_moon" }],
  ["channels", "installationId", "names no installation of this state", { ...channel, installationId: "installation_moon" }],
  ["bindings", "brainId", "names no brain of this state", { ...binding, brainId: "brain_moon" }],
  ["bindings", "installationId", "names no installation of this state", { ...binding, installationId: "installation_moon" }],
  ["bindings", "channelId", "names no channel of this state", { ...binding, channelId: "C_PIER" }],
  ["pages", "status", "must be archived if and only if archived is true", { ...page, archived: true }],
  ["pages", "status", "must be archived if and only if archived is true", { ...page, status: "archived" }],
  ["pages", "status", "must not be deprecated on a pinned page", { ...page, pinned: true, status: "deprecated" }],
  ["pages", "statusBeforeArchive", "must not be deprecated on a pinned page", { ...page, ...deprecated, pinned: true }],
  ["pages", "statusBeforeArchive", "is allowed only on archived pages", { ...page, statusBeforeArchive: "active" }],
  ["bindings", "teamId", "is not the team of the installation", { ...binding, teamId: "T_PIER" }],
  ["bindings", "installationId", "must be an installation of the organization of the brain", { ...binding, brainId: "brain_south" }],
];

it.each(wrong)(
  "a record of %s whose %s %s is rejected in a state, and if it is added",
  (kind, field, message, record) => {
    const path = `${kind}[${testState[kind]?.length}].${field}`;
    expect(findStateProblems(stateWith({ [kind]: [record] }))).toEqual([{ path, message }]);
    const server = openServer();
    const more = { organizations: [{ id: "org_west" }], [kind]: [record] };
    const added = { path: `${kind}[0].${field}`, message: message.replace("this state", "this state or the server") };
    expect(captureProblems(() => server.seed({ version: 1, ...more })).slice(0, 1)).toEqual([added]);
    expect(recordsOf(server)).toStrictEqual(testState);
  },
);

// Records that fit.
// biome-ignore format: one row a line
const right: [what: string, more: Records][] = [
  ["one of each kind", { organizations: [organization], apiKeys: [{ ...apiKey, organizationId: "org_new" }], brains: [brain], pages: [page], installations: [installation], channels: [channel], bindings: [binding] }],
  ["the same slug in two brains", { pages: [buildPage({ id: "page_twin", brainId: "brain_ropes" })] }],
  ["the same channel id in two installations, and bindings of both", { channels: [{ ...channel, installationId: "installation_pier", id: "C_DECK" }], bindings: [binding, buildBinding({ id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER" })] }],
  ["the same id in different arrays", { brains: [{ ...brain, id: "org_north" }], pages: [{ ...page, id: "brain_tides" }] }],
  ["ids that are equal when they are joined", { channels: [{ ...channel, id: '","x' }, { ...channel, installationId: "installation_pier", id: "x" }] }],
  ["a deprecated page, and an archived one that was", { pages: [buildPage({ slug: "other", status: "deprecated" }), { ...page, ...deprecated }] }],
  ...["active", "stale", "contested", "archived"].map((status): [string, Records] => [`a pinned page that is ${status}`, { pages: [{ ...page, pinned: true, status, archived: status === "archived" }] }]),
];

it.each(right)("a state may have %s", (_, more) => {
  expect(findStateProblems(stateWith(more))).toEqual([]);
});

const known = "organizations, apiKeys, brains, pages, installations, channels, bindings, authorizations";

type Malformed = [problems: Record<string, string>, state: unknown];

// The problems of states whose form is wrong.
// biome-ignore format: one row a line
const malformed: Malformed[] = [
  ...[null, 1, true, [], [testState]].map((state): Malformed => [{ state: "must be an object" }, state]),
  [{ state: "must be an object, such as demoSeed() returns" }, "demo"],
  [{ state: "is a function: call it, and pass its result" }, buildState],
  ...[null, 0, 2, "1", true].map((version): Malformed => [{ version: "must be 1" }, { ...testState, version, pages: [null] }]),
  [{ version: 'is missing: write "version": 1' }, {}],
  [{ version: 'is missing: write "version": 1' }, { ...testState, version: undefined }],
  ...["toString", "constructor", ""].map((name): Malformed => [{ [name]: `is not a known array; the arrays are ${known}` }, { version: 1, [name]: [] }]),
  ...[["page", "pages"], ["Pages", "pages"], ["organisations", "organizations"]].map(([name = "", similar]): Malformed => [{ [name]: `is not a known array; did you mean ${similar}?` }, { version: 1, [name]: [] }]),
  [{ idPosition: "must be at least 0" }, { version: 1, idPosition: -1 }],
  [{ idPosition: "must be a whole number, not 1.5" }, { version: 1, idPosition: 1.5 }],
  [{ idPosition: "must be a number, not a string" }, { version: 1, idPosition: "1" }],
  [{ version: "must be 1", pages: "must be an array", nope: `is not a known array; the arrays are ${known}` }, { pages: {}, nope: 1, version: 7 }],
  [{ pages: "must be an array", "brains[0]": "must be an object, not null" }, { version: 1, pages: {}, brains: [null] }],
  [{ organizations: "must be an array" }, { version: 1, organizations: "none", brains: [brain] }],
  [{ organization: "is not a known array; did you mean organizations?" }, { version: 1, organization: [organization], brains: [brain] }],
  [{ "organizations[1].id": "is taken already", "pages[0].brainId": "names no brain of this state", "bindings[0].brainId": "names no brain of this state" }, { version: 1, bindings: [binding], pages: [page], organizations: [organization, organization] }],
  [{ "brains[0].organizationId": "names no organization of this state", "brains[1].id": "must be a string, not 5" }, { version: 1, brains: [brain, { id: 5, organizationId: "nobody" }] }],
  [{ "brains[4].id": "is taken already", "brains[5].id": "is taken already" }, stateWith({ brains: [brain, { ...brain, name: "Newer" }, brain], bindings: [buildBinding({ id: "binding_new", brainId: "brain_new" })] })],
  [{ "installations[4].id": "is taken already" }, stateWith({ installations: [installation, { ...installation, teamId: "T_OTHER" }], channels: [{ ...channel, installationId: "installation_new" }], bindings: [{ ...binding, installationId: "installation_new", teamId: "T_NEW", channelId: "C_NEW" }] })],
  [{ "pages[0].source": "has unknown fields: lable (did you mean label?); the fields are channel, ref, label" }, { ...testState, pages: [buildPage({ source: { channel: "x", lable: "y" } as never })] }],
  [{ "pages[0].sources[0]": "has unknown fields: x; the fields are ingestSourceId, chunkUuids, attachedAt" }, { ...testState, pages: [buildPage({ sources: [{ ingestSourceId: "i", x: 1 } as never] })] }],
];

it.each(malformed)("a state is rejected for %j", (problems, state) => {
  const expected = Object.entries(problems).map(([path, message]) => ({ path, message }));
  const server = openServer();
  expect(captureProblems(() => server.restore(state as never))).toEqual(expected);
  expect(recordsOf(server)).toStrictEqual(testState);
});

// Changes of the first record of a kind that make it unreadable, and nothing else wrong.
// biome-ignore format: one row a line
const unreadable: [kind: keyof Records, change: object, more?: Records][] = [
  ["pages", { archived: null, status: "archived" }], ["pages", { archived: true, status: null }], ["pages", { archived: null, statusBeforeArchive: "active" }], ["pages", { pinned: null, status: "deprecated" }],
  ["installations", { teamId: null }], ["installations", { organizationId: null }],
  ["bindings", { teamId: null }], ["bindings", { installationId: null }], ["bindings", { channelId: null }], ["bindings", { brainId: null }],
  ["organizations", { id: null }, { apiKeys: [{ ...apiKey, organizationId: "nobody" }] }],
  ["brains", { id: null }, { pages: [{ ...page, brainId: "nobody" }] }],
  ["installations", { id: null }, { channels: [{ ...channel, installationId: "nobody" }] }],
  ["channels", { id: null }, { bindings: [{ ...binding, channelId: "nobody" }] }],
  ["channels", { installationId: null }, { bindings: [{ ...binding, channelId: "nobody" }] }],
];

it.each(unreadable)("a record of %s with %j may be what another refers to", (kind, change, more = {}) => {
  const [first, ...others] = testState[kind] ?? [];
  const state = { ...stateWith(more), [kind]: [{ ...first, ...change }, ...others] };
  expect(findStateProblems(state)).toHaveLength(1);
  expect(findStateProblems(stateWith(more))).toHaveLength(Object.keys(more).length);
});

describe("the error of a state", () => {
  const errorOf = async (state: unknown) => {
    const result = await captureResult(() => createReferenceServer({ seed: state as StateInput }));
    return "thrown" in result ? (result.thrown as ControlError) : expect.fail("The state was expected to be rejected");
  };
  const nulls = (count: number) => ({ version: 1, pages: Array.from({ length: count }, () => null) });

  // biome-ignore format: one row a line
  it.each([[1, "1 problem", 1, ""], [20, "20 problems", 20, ""], [21, "21 problems", 20, "\n  and 1 more"], [500, "500 problems", 20, "\n  and 480 more"]])(
    "lists at most 20 of %i problems, and counts them", async (count, total, listed, rest) => {
    const error = await errorOf(nulls(count));
    const lines = Array.from({ length: listed }, (_, index) => `\n  pages[${index}] must be an object, not null`);
    expect(error.message).toBe(`Failed to load a state: ${total}, so nothing was loaded.${lines.join("")}${rest}`);
    expect(error).toMatchObject({ name: "ControlError", code: "invalid_input", problemCount: count });
    expect(error.problems).toHaveLength(listed);
  });

  it("is small, however many records are invalid and however long their fields are", async () => {
    const long = "x".repeat(10_000);
    const pages = Array.from({ length: 500 }, (_, slug) => ({
      ...buildPage(),
      [`${long}${slug}`]: 1,
      slug,
      brainId: long,
    }));
    const error = await errorOf({ version: 1, [long]: [], pages });
    expect(error.problemCount).toBeGreaterThan(1000);
    expect(error.message.length).toBeLessThan(20_000);
    expect(JSON.stringify(error.problems).length).toBeLessThan(100_000);
    expect(error.problems[0]?.path).toBe(`${"x".repeat(499)}…`);
  });
});
