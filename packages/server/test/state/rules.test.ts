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

// biome-ignore format: one row a line
it.each<{ kind: Kind; problem: string; changes: object }>([
  { kind: "organizations", problem: "id is taken already", changes: { id: "org_north" } },
  { kind: "apiKeys", problem: "key is taken already", changes: { key: "key_north" } },
  { kind: "apiKeys", problem: "key is taken already", changes: { key: "key_south" } },
  { kind: "brains", problem: "id is taken already", changes: { id: "brain_ropes" } },
  { kind: "pages", problem: "id is taken already", changes: { id: "page_knots" } },
  { kind: "installations", problem: "id is taken already", changes: { id: "installation_pier" } },
  { kind: "bindings", problem: "id is taken already", changes: { id: "binding_hold" } },
  { kind: "channels", problem: "id is already used in the installation", changes: { id: "C_DECK" } },
  { kind: "pages", problem: "slug is already used in the brain: change the slug of one of the pages", changes: { slug: "spring-tide" } },
  { kind: "bindings", problem: "channelId is already bound to this brain", changes: { channelId: "C_DECK" } },
  { kind: "apiKeys", problem: "organizationId names no organization of this state", changes: { organizationId: "org_moon" } },
  { kind: "brains", problem: "organizationId names no organization of this state", changes: { organizationId: "org_moon" } },
  { kind: "pages", problem: "brainId names no brain of this state", changes: { brainId: "brain_moon" } },
  { kind: "pages", problem: "organizationId names no organization of this state", changes: { organizationId: "org_moon" } },
  { kind: "installations", problem: "organizationId names no organization of this state", changes: { organizationId: "org_moon" } },
  { kind: "channels", problem: "installationId names no installation of this state", changes: { installationId: "installation_moon" } },
  { kind: "bindings", problem: "brainId names no brain of this state", changes: { brainId: "brain_moon" } },
  { kind: "bindings", problem: "installationId names no installation of this state", changes: { installationId: "installation_moon" } },
  { kind: "bindings", problem: "channelId names no channel of this state", changes: { channelId: "C_PIER" } },
  { kind: "bindings", problem: "teamId is not the team of the installation", changes: { teamId: "T_PIER" } },
  { kind: "bindings", problem: "installationId must be an installation of the organization of the brain", changes: { brainId: "brain_south" } },
  { kind: "pages", problem: archivedStatus, changes: { archived: true } },
  { kind: "pages", problem: archivedStatus, changes: { status: "archived" } },
  { kind: "pages", problem: "status must not be deprecated on a pinned page", changes: { pinned: true, status: "deprecated" } },
  { kind: "pages", problem: "statusBeforeArchive must not be deprecated on a pinned page", changes: { ...formerlyDeprecated, pinned: true } },
  { kind: "pages", problem: "statusBeforeArchive is allowed only on archived pages", changes: { statusBeforeArchive: "active" } },
])(
  "one of the $kind of a state is rejected if its $problem, also if it is added",
  async ({ kind, problem, changes }) => {
    const records = [{ ...added[kind], ...changes }];
    const inState = await problemsOf(({ restore }) => restore(stateWith({ [kind]: records }) as never));
    expect(inState).toEqual([`${kind}[${testState[kind].length}].${problem}`]);
    const onServer = await problemsOf(({ seed }) => seed({ version: 1, [kind]: records }));
    expect(onServer).toEqual([`${kind}[0].${problem.replace("this state", "this state or the server")}`]);
  },
);

const { brains, pages, channels, bindings } = added;
const inPier = { installationId: "installation_pier" };
const ofPier = { teamId: "T_PIER", channelId: "C_PIER" };

// biome-ignore format: one row a line
it.each<{ what: string; more: Records }>([
  { what: "one more record of each kind", more: Object.fromEntries(Object.entries(added).map(([kind, one]) => [kind, [one]])) },
  { what: "the same slug in two brains", more: { pages: [buildPage({ id: "page_twin", brainId: "brain_ropes" })] } },
  { what: "a channel id in two installations", more: { channels: [{ ...channels, ...inPier, id: "C_DECK" }] } },
  { what: "a channel in two bindings", more: { bindings: [bindings, buildBinding({ id: "b", ...inPier, ...ofPier })] } },
  { what: "an id in two arrays", more: { brains: [{ ...brains, id: "org_north" }], pages: [{ ...pages, id: "brain_tides" }] } },
  { what: "a deprecated page", more: { pages: [{ ...pages, status: "deprecated" }] } },
  { what: "a page that was deprecated", more: { pages: [{ ...pages, ...formerlyDeprecated }] } },
  { what: "a pinned page that is stale", more: { pages: [{ ...pages, pinned: true, status: "stale" }] } },
  { what: "a pinned page that is archived", more: { pages: [{ ...pages, pinned: true, archived: true, status: "archived" }] } },
])("a state may have $what", ({ more }) => expect(findStateProblems(stateWith(more))).toEqual([]));

const kinds = "organizations, apiKeys, brains, pages, installations, channels, bindings, authorizations";
const withoutVersion = { ...testState, version: undefined };
// JSON that isn't converted to a text.
const noText = { toString: 1, valueOf: 1 };
const unreadable =
  "bindings[0].installationId must be a string, not an object; bindings[0].channelId must be a string, not an object";
const unknownPart =
  "pages[0].source has unknown fields: lable (did you mean label?); the fields are channel, ref, label";

// biome-ignore format: one row a line
it.each<{ problems: string; state: unknown }>([
  { problems: "state must be an object", state: null },
  { problems: "state must be an object", state: [testState] },
  { problems: "state must be an object, such as demoSeed() returns", state: "demo" },
  { problems: "state is a function: call it, and pass its result", state: buildState },
  { problems: 'version is missing: write "version": 1', state: withoutVersion },
  { problems: "version must be 1", state: { ...testState, version: 2, pages: [null] } },
  { problems: "version must be 1", state: { ...testState, version: "1" } },
  { problems: "Pages is not a known array; did you mean pages?", state: { version: 1, Pages: [] } },
  { problems: "organisations is not a known array; did you mean organizations?", state: { version: 1, organisations: [] } },
  { problems: `toString is not a known array; the arrays are ${kinds}`, state: { version: 1, toString: [] } },
  { problems: "idPosition must be at least 0", state: { version: 1, idPosition: -1 } },
  { problems: "idPosition must be at most 1000000000000000", state: { version: 1, idPosition: Number.MAX_SAFE_INTEGER } },
  { problems: "idPosition must be a whole number, not 1.5", state: { version: 1, idPosition: 1.5 } },
  { problems: "bindings[0].brainId must be a string, not an object", state: { version: 1, bindings: [{ ...bindings, brainId: noText }] } },
  { problems: unreadable, state: { ...testState, bindings: [{ brainId: "brain_tides", installationId: noText, channelId: noText }] } },
  { problems: unknownPart, state: { ...testState, pages: [{ ...pages, source: { channel: "x", lable: "y" } }] } },
  { problems: "version must be 1; pages must be an array", state: { pages: {}, version: 7 } },
  { problems: "pages must be an array; brains[0] must be an object, not null", state: { version: 1, pages: {}, brains: [null] } },
  { problems: "brains[0] is missing; channels[0] is missing", state: { version: 1, channels: [undefined], brains: [undefined] } },
])("a state is rejected because $problems, and nothing changes", async ({ problems, state }) => {
  expect((await problemsOf(({ restore }) => restore(state as never))).join("; ")).toBe(problems);
});

describe("a problem that follows from another one isn't reported", () => {
  it.each<{ field: string; kind: Kind; changes: object }>([
    { field: "the flag of an archived page", kind: "pages", changes: { archived: null, status: "archived" } },
    { field: "the team of a binding", kind: "bindings", changes: { teamId: null } },
    { field: "the id of an organization", kind: "organizations", changes: { id: null } },
    { field: "the id of a brain", kind: "brains", changes: { id: null } },
    { field: "the id of a channel", kind: "channels", changes: { id: null } },
  ])("if a rule or a reference reads $field, which is invalid", ({ kind, changes }) => {
    const [first, ...others] = testState[kind];
    expect(findStateProblems({ ...testState, [kind]: [{ ...first, ...changes }, ...others] })).toHaveLength(1);
  });

  const lost = { brains: [{ ...brains, organizationId: "org_moon" }], pages: [{ ...pages, brainId: brains.id }] };
  const twins = { brains: [brains, brains], pages: [{ ...pages, brainId: brains.id }] };
  // biome-ignore format: one row a line
  it.each<{ what: string; state: object; problem: string }>([
    { what: "no array", state: { version: 1, organizations: "none", brains: [brains] }, problem: "organizations must be an array" },
    { what: "an unknown array", state: { version: 1, page: [], brains: [brains] }, problem: "page is not a known array; did you mean pages?" },
    { what: "a rejected record", state: stateWith(twins), problem: "brains[4].id is taken already" },
    { what: "a record of no organization", state: stateWith(lost), problem: "brains[3].organizationId names no organization of this state" },
  ])("if what a record refers to may be in $what", async ({ state, problem }) => {
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
    expect(error).toMatchObject({ name: "ControlError", code: "invalid_input" });
    expect((await errorOf(nulls(1))).message).toContain("Failed to load a state: 1 problem, so");
  });

  it("is the same if a control loads the state", async () => {
    const { message } = await errorOf(nulls(2));
    const server = openServer();
    for (const load of [server.seed, server.restore]) expect(() => load(nulls(2) as never)).toThrow(message);
  });

  it("lists the first 20 problems", async () => {
    const error = await errorOf(nulls(21));
    const lines = /^Failed to load a state: more than 20 problems, .*\n {2}pages\[19\] [^\n]+\n {2}and more$/s;
    expect(error.message).toMatch(lines);
    expect(error.problems).toHaveLength(20);
    expect((await errorOf(nulls(20))).message).toMatch(/\n {2}pages\[19\] must be an object, not null$/);
  });

  it("is small, however many records are invalid and however long their fields are", async () => {
    const long = "x".repeat(10_000);
    const spoilt = (slug: number) => ({ ...buildPage(), [`${long}${slug}`]: 1, slug, brainId: long });
    const pages = Array.from({ length: 500 }, (_, index) => spoilt(index));
    const error = await errorOf({ version: 1, [long]: [], pages });
    expect(error.message.length).toBeLessThan(20_000);
    expect(JSON.stringify(error.problems).length).toBeLessThan(100_000);
    expect(error.problems[0]?.path).toBe(`${"x".repeat(499)}…`);
  });
});
