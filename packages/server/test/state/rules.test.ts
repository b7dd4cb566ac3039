import {
  type ControlError,
  createReferenceServer,
  type ReferenceServer,
  type StateInput,
} from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState, openServer } from "../helpers/open-server.ts";
import { captureRejection, captureResult, findStateProblems } from "../helpers/results.ts";

const testState = buildState();
type Kind = Exclude<keyof typeof testState, "version" | "idPosition" | "clock" | "authorizations">;
type Records = { readonly [Name in Kind]?: readonly object[] };

// The state of the tests with more records.
function stateWith(more: Records): object {
  const appended = Object.entries(more).map(([kind, records]) => [kind, [...testState[kind as Kind], ...records]]);
  return { ...testState, ...Object.fromEntries(appended) };
}

// One more record of each kind.
const added = {
  organizations: { id: "org_new", name: "New" },
  apiKeys: { key: "key_new", organizationId: "org_north", role: "admin" },
  brains: { id: "brain_new", organizationId: "org_north", name: "New" },
  pages: buildPage({ slug: "new" }),
  installations: { id: "installation_new", organizationId: "org_north", teamId: "T_NEW", teamName: "New" },
  channels: { installationId: "installation_north", id: "C_NEW", name: "new", isPrivate: false, isMember: false },
  bindings: buildBinding({ id: "binding_new", brainId: "brain_ropes", channelId: "C_HOLD" }),
};

// Returns the problems with which a state or a control is rejected. Nothing must change.
async function problemsOf(load: (server: ReferenceServer) => unknown): Promise<string[]> {
  const server = openServer();
  const { problems } = await captureRejection(server, () => load(server));
  return problems.map(({ path, message }) => `${path} ${message}`);
}

const archivedStatus = "status must be archived if and only if archived is true";
const formerlyDeprecated = { archived: true, status: "archived", statusBeforeArchive: "deprecated" };

it.each<[Kind, problem: string, changes: object]>([
  ["organizations", "id is taken already", { id: "org_north" }],
  ["apiKeys", "key is taken already", { key: "key_north" }],
  ["apiKeys", "key is taken already", { key: "key_south" }],
  ["brains", "id is taken already", { id: "brain_ropes" }],
  ["pages", "id is taken already", { id: "page_knots" }],
  ["installations", "id is taken already", { id: "installation_pier" }],
  ["bindings", "id is taken already", { id: "binding_hold" }],
  ["channels", "id is already used in the installation", { id: "C_DECK" }],
  ["pages", "slug is already used in the brain: change the slug of one of the pages", { slug: "spring-tide" }],
  ["bindings", "channelId is already bound to this brain", { channelId: "C_DECK" }],
  ["apiKeys", "organizationId names no organization of this state", { organizationId: "org_moon" }],
  ["brains", "organizationId names no organization of this state", { organizationId: "org_moon" }],
  ["pages", "brainId names no brain of this state", { brainId: "brain_moon" }],
  ["pages", "organizationId names no organization of this state", { organizationId: "org_moon" }],
  ["installations", "organizationId names no organization of this state", { organizationId: "org_moon" }],
  ["channels", "installationId names no installation of this state", { installationId: "installation_moon" }],
  ["bindings", "brainId names no brain of this state", { brainId: "brain_moon" }],
  ["bindings", "installationId names no installation of this state", { installationId: "installation_moon" }],
  ["bindings", "channelId names no channel of this state", { channelId: "C_PIER" }],
  ["bindings", "teamId is not the team of the installation", { teamId: "T_PIER" }],
  ["bindings", "installationId must be an installation of the organization of the brain", { brainId: "brain_south" }],
  ["pages", archivedStatus, { archived: true }],
  ["pages", archivedStatus, { status: "archived" }],
  ["pages", "status must not be deprecated on a pinned page", { pinned: true, status: "deprecated" }],
  ["pages", "statusBeforeArchive must not be deprecated on a pinned page", { ...formerlyDeprecated, pinned: true }],
  ["pages", "statusBeforeArchive is allowed only on archived pages", { statusBeforeArchive: "active" }],
])("one of the %s of a state is rejected if its %s, also if it is added", async (kind, problem, changes) => {
  const records = [{ ...added[kind], ...changes }];
  const inState = await problemsOf(({ restore }) => restore(stateWith({ [kind]: records }) as never));
  expect(inState).toEqual([`${kind}[${testState[kind].length}].${problem}`]);
  const onServer = await problemsOf(({ seed }) => seed({ version: 1, [kind]: records }));
  expect(onServer).toEqual([`${kind}[0].${problem.replace("this state", "this state or the server")}`]);
});

const { brains, pages, channels, bindings } = added;
const inPier = { installationId: "installation_pier" };
const ofPier = { teamId: "T_PIER", channelId: "C_PIER" };

it.each<[what: string, more: Records]>([
  ["one more record of each kind", Object.fromEntries(Object.entries(added).map(([kind, one]) => [kind, [one]]))],
  ["the same slug in two brains", { pages: [buildPage({ id: "page_twin", brainId: "brain_ropes" })] }],
  ["a channel id in two installations", { channels: [{ ...channels, ...inPier, id: "C_DECK" }] }],
  ["a channel in two bindings", { bindings: [bindings, buildBinding({ id: "b", ...inPier, ...ofPier })] }],
  ["an id in two arrays", { brains: [{ ...brains, id: "org_north" }], pages: [{ ...pages, id: "brain_tides" }] }],
  ["a deprecated page", { pages: [{ ...pages, status: "deprecated" }] }],
  ["a page that was deprecated", { pages: [{ ...pages, ...formerlyDeprecated }] }],
  ["a pinned page that is stale", { pages: [{ ...pages, pinned: true, status: "stale" }] }],
  ["a pinned page that is archived", { pages: [{ ...pages, pinned: true, archived: true, status: "archived" }] }],
])("a state may have %s", (_, more) => expect(findStateProblems(stateWith(more))).toEqual([]));

const kinds = "organizations, apiKeys, brains, pages, installations, channels, bindings, authorizations";
const withoutVersion = { ...testState, version: undefined };
// JSON that isn't converted to a text.
const noText = { toString: 1, valueOf: 1 };
const unreadable =
  "bindings[0].installationId must be a string, not an object; bindings[0].channelId must be a string, not an object";
const unknownPart =
  "pages[0].source has unknown fields: lable (did you mean label?); the fields are channel, ref, label";

it.each<[problems: string, state: unknown]>([
  ["state must be an object", null],
  ["state must be an object", [testState]],
  ["state must be an object, such as demoSeed() returns", "demo"],
  ["state is a function: call it, and pass its result", buildState],
  ['version is missing: write "version": 1', withoutVersion],
  ["version must be 1", { ...testState, version: 2, pages: [null] }],
  ["version must be 1", { ...testState, version: "1" }],
  ["Pages is not a known array; did you mean pages?", { version: 1, Pages: [] }],
  ["organisations is not a known array; did you mean organizations?", { version: 1, organisations: [] }],
  [`toString is not a known array; the arrays are ${kinds}`, { version: 1, toString: [] }],
  ["idPosition must be at least 0", { version: 1, idPosition: -1 }],
  ["idPosition must be a whole number, not 1.5", { version: 1, idPosition: 1.5 }],
  ["idPosition must be at most 1000000000000000", { version: 1, idPosition: Number.MAX_SAFE_INTEGER }],
  ["bindings[0].brainId must be a string, not an object", { version: 1, bindings: [{ ...bindings, brainId: noText }] }],
  [unreadable, { ...testState, bindings: [{ brainId: "brain_tides", installationId: noText, channelId: noText }] }],
  [unknownPart, { ...testState, pages: [{ ...pages, source: { channel: "x", lable: "y" } }] }],
  ["version must be 1; pages must be an array", { pages: {}, version: 7 }],
  ["pages must be an array; brains[0] must be an object, not null", { version: 1, pages: {}, brains: [null] }],
  ["brains[0] is missing; channels[0] is missing", { version: 1, channels: [undefined], brains: [undefined] }],
])("a state is rejected, and nothing changes: %s", async (problems, state) => {
  expect((await problemsOf(({ restore }) => restore(state as never))).join("; ")).toBe(problems);
});

describe("a problem that follows from another one isn't reported", () => {
  it.each<[field: string, Kind, changes: object]>([
    ["the flag of an archived page", "pages", { archived: null, status: "archived" }],
    ["the team of a binding", "bindings", { teamId: null }],
    ["the id of an organization", "organizations", { id: null }],
    ["the id of a brain", "brains", { id: null }],
    ["the id of a channel", "channels", { id: null }],
  ])("if a rule or a reference reads an invalid field: %s", (_, kind, changes) => {
    const [first, ...others] = testState[kind];
    expect(findStateProblems({ ...testState, [kind]: [{ ...first, ...changes }, ...others] })).toHaveLength(1);
  });

  const lost = { brains: [{ ...brains, organizationId: "org_moon" }], pages: [{ ...pages, brainId: brains.id }] };
  const twins = { brains: [brains, brains], pages: [{ ...pages, brainId: brains.id }] };
  it.each<[what: string, state: object, problem: string]>([
    ["no array", { version: 1, organizations: "none", brains: [brains] }, "organizations must be an array"],
    ["an unknown array", { version: 1, page: [], brains: [brains] }, "page is not a known array; did you mean pages?"],
    ["a rejected record", stateWith(twins), "brains[4].id is taken already"],
    ["a record of no organization", stateWith(lost), "brains[3].organizationId names no organization of this state"],
  ])("if what a record refers to may be in %s", async (_, state, problem) => {
    expect(await problemsOf(({ restore }) => restore(state as never))).toEqual([problem]);
  });
});

describe("the error of a state", () => {
  const errorOf = async (state: unknown) => {
    const result = await captureResult(() => createReferenceServer({ seed: state as StateInput }));
    return "thrown" in result ? (result.thrown as ControlError) : expect.fail("The state was expected to be rejected");
  };
  const nulls = (count: number) => ({ version: 1, pages: Array.from({ length: count }, () => null) });

  it("counts the problems, and has a line for each", async () => {
    const error = await errorOf(nulls(2));
    const lines = "\n  pages[0] must be an object, not null\n  pages[1] must be an object, not null";
    expect(error.message).toBe(`Failed to load a state: 2 problems, so nothing was loaded.${lines}`);
    expect(error).toMatchObject({ name: "ControlError", code: "invalid_input", problemCount: 2 });
    expect((await errorOf(nulls(1))).message).toContain("Failed to load a state: 1 problem, so");
  });

  it("is the same if a control loads the state", async () => {
    const { message } = await errorOf(nulls(2));
    const server = openServer();
    for (const load of [server.seed, server.restore]) expect(() => load(nulls(2) as never)).toThrow(message);
  });

  it("lists the first 20 problems", async () => {
    const error = await errorOf(nulls(21));
    expect(error.message).toMatch(/^Failed to load a state: 21 problems, .*\n {2}pages\[19\] [^\n]+\n {2}and 1 more$/s);
    expect(error.problems).toHaveLength(20);
    expect((await errorOf(nulls(20))).message).toMatch(/\n {2}pages\[19\] must be an object, not null$/);
  });

  it("is small, however many records are invalid and however long their fields are", async () => {
    const long = "x".repeat(10_000);
    const spoilt = (slug: number) => ({ ...buildPage(), [`${long}${slug}`]: 1, slug, brainId: long });
    const pages = Array.from({ length: 500 }, (_, index) => spoilt(index));
    const error = await errorOf({ version: 1, [long]: [], pages });
    expect(error.problemCount).toBeGreaterThan(1000);
    expect(error.message.length).toBeLessThan(20_000);
    expect(JSON.stringify(error.problems).length).toBeLessThan(100_000);
    expect(error.problems[0]?.path).toBe(`${"x".repeat(499)}…`);
  });
});
