import type { ControlError, ReferenceServer, StateInput } from "@knowledge-base/server";
import { createReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
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

const taken = "id is taken already";
const noOrganization = "organizationId names no organization of this state";
const noBrain = "brainId names no brain of this state";
const noInstallation = "installationId names no installation of this state";
const onPinned = "must not be deprecated on a pinned page";
const isForeign = "installationId must be an installation of the organization of the brain";
const archivedStatus = "status must be archived if and only if archived is true";
const formerlyDeprecated = { archived: true, status: "archived", statusBeforeArchive: "deprecated" };

// biome-ignore format: one row a line
it.each<{ kind: Kind; problem: string; changes: object }>([
  { kind: "organizations", problem: taken, changes: { id: "org_north" } },
  { kind: "apiKeys", problem: "key is taken already", changes: { key: "key_north" } },
  { kind: "apiKeys", problem: "key is taken already", changes: { key: "key_south" } },
  { kind: "brains", problem: taken, changes: { id: "brain_ropes" } },
  { kind: "pages", problem: taken, changes: { id: "page_knots" } },
  { kind: "installations", problem: taken, changes: { id: "installation_pier" } },
  { kind: "bindings", problem: taken, changes: { id: "binding_hold" } },
  { kind: "channels", problem: "id is already used in the installation", changes: { id: "C_DECK" } },
  { kind: "pages", problem: "slug is already used in the brain: change the slug of one of the pages", changes: { slug: "spring-tide" } },
  { kind: "bindings", problem: "channelId is already bound to this brain", changes: { channelId: "C_DECK" } },
  { kind: "apiKeys", problem: noOrganization, changes: { organizationId: "x" } },
  { kind: "brains", problem: noOrganization, changes: { organizationId: "x" } },
  { kind: "pages", problem: noOrganization, changes: { organizationId: "x" } },
  { kind: "pages", problem: noBrain, changes: { brainId: "x" } },
  { kind: "installations", problem: noOrganization, changes: { organizationId: "x" } },
  { kind: "channels", problem: noInstallation, changes: { installationId: "x" } },
  { kind: "bindings", problem: noBrain, changes: { brainId: "x" } },
  { kind: "bindings", problem: noInstallation, changes: { installationId: "x" } },
  { kind: "bindings", problem: "channelId names no channel of this state", changes: { channelId: "C_PIER" } },
  { kind: "bindings", problem: "teamId is not the team of the installation", changes: { teamId: "T_PIER" } },
  { kind: "bindings", problem: isForeign, changes: { brainId: "brain_south" } },
  { kind: "pages", problem: archivedStatus, changes: { archived: true } },
  { kind: "pages", problem: archivedStatus, changes: { status: "archived" } },
  { kind: "pages", problem: `status ${onPinned}`, changes: { pinned: true, status: "deprecated" } },
  { kind: "pages", problem: `statusBeforeArchive ${onPinned}`, changes: { ...formerlyDeprecated, pinned: true } },
  { kind: "pages", problem: "statusBeforeArchive is allowed only on archived pages", changes: { statusBeforeArchive: "active" } },
])("one of the $kind is rejected if its $problem, in a state or added", async ({ kind, problem, changes }) => {
  const records = [{ ...added[kind], ...changes }];
  const inState = await problemsOf(({ restore }) => restore(stateWith({ [kind]: records }) as never));
  expect(inState).toEqual([`${kind}[${testState[kind].length}].${problem}`]);
  const onServer = await problemsOf(({ seed }) => seed({ version: 1, [kind]: records }));
  expect(onServer).toEqual([`${kind}[0].${problem.replace("this state", "this state or the server")}`]);
});

const { brains, pages, channels, bindings } = added;
const inPier = { installationId: "installation_pier" };
const pier = { ...inPier, teamId: "T_PIER", channelId: "C_PIER" };

const pinned = { ...pages, pinned: true };

// biome-ignore format: one row a line
it.each<{ what: string; more: Records }>([
  { what: "one more record of each kind", more: Object.fromEntries(Object.entries(added).map(([kind, record]) => [kind, [record]])) },
  { what: "the same slug in two brains", more: { pages: [buildPage({ id: "page_twin", brainId: "brain_ropes" })] } },
  { what: "a channel id in two installations", more: { channels: [{ ...channels, ...inPier, id: "C_DECK" }] } },
  { what: "a brain with two channels", more: { bindings: [bindings, buildBinding({ id: "b", ...pier })] } },
  { what: "an id in two arrays", more: { brains: [{ ...brains, id: "org_north" }] } },
  { what: "a deprecated page", more: { pages: [{ ...pages, status: "deprecated" }] } },
  { what: "a page that was deprecated", more: { pages: [{ ...pages, ...formerlyDeprecated }] } },
  { what: "a pinned page that is stale", more: { pages: [{ ...pinned, status: "stale" }] } },
  { what: "a pinned page that is archived", more: { pages: [{ ...pinned, archived: true, status: "archived" }] } },
])("a state may have $what", ({ more }) => expect(findStateProblems(stateWith(more))).toEqual([]));

const kinds = "organizations, apiKeys, brains, pages, installations, channels, bindings, authorizations";
// JSON that isn't converted to a text.
const noText = { toString: 1, valueOf: 1 };
const bothUnreadable =
  "bindings[0].installationId must be a string, not an object; bindings[0].channelId must be a string, not an object";
const mistypedField =
  "pages[0].source has unknown fields: lable (did you mean label?); the fields are channel, ref, label";
const notKnown = "is not a known array";
const moved = { id: "org_north", clock: { offset: 5 }, idPosition: 9 };

// biome-ignore format: one row a line
it.each<{ problems: string; state: unknown }>([
  { problems: "state must be an object", state: null },
  { problems: "state must be an object", state: [testState] },
  { problems: "state must be an object, such as demoSeed() returns", state: "demo" },
  { problems: "state is a function: call it, and pass its result", state: buildState },
  { problems: "state is a promise: await it, and pass its result", state: Promise.resolve(testState) },
  { problems: 'version is missing: write "version": 1', state: { ...testState, version: undefined } },
  { problems: "version must be 1", state: { ...testState, version: 2, pages: [null] } },
  { problems: "version must be 1", state: { ...testState, version: "1" } },
  { problems: `Pages ${notKnown}; did you mean pages?`, state: { version: 1, Pages: [] } },
  { problems: `organisations ${notKnown}; did you mean organizations?`, state: { version: 1, organisations: [] } },
  { problems: `toString ${notKnown}; the arrays are ${kinds}`, state: { version: 1, toString: [] } },
  { problems: "idPosition must be at least 0", state: { version: 1, idPosition: -1 } },
  { problems: "idPosition must be at most 1000000000000000", state: { version: 1, idPosition: 2 ** 53 - 1 } },
  { problems: "idPosition must be a whole number, not 1.5", state: { version: 1, idPosition: 1.5 } },
  { problems: "clock must be an object, not a string", state: { version: 1, clock: "today" } },
  { problems: "clock.offset must be a number, not a string", state: { version: 1, clock: { offset: "5" } } },
  { problems: "clock.frozenAt must be an ISO 8601 timestamp", state: { version: 1, clock: { frozenAt: "now" } } },
  { problems: bothUnreadable, state: { ...testState, bindings: [{ ...bindings, installationId: noText, channelId: noText }] } },
  { problems: mistypedField, state: { ...testState, pages: [{ ...pages, source: { channel: "x", lable: "y" } }] } },
  { problems: "version must be 1; pages must be an array", state: { pages: {}, version: 7 } },
  { problems: "pages must be an array; brains[0] must be an object, not null", state: { version: 1, pages: {}, brains: [null] } },
  { problems: "brains[0] is missing", state: { version: 1, organizations: [moved], brains: [undefined] } },
])("a state is rejected because $problems, and nothing changes", async ({ problems, state }) => {
  expect((await problemsOf(({ restore }) => restore(state as never))).join("; ")).toBe(problems);
});

it.each<{ field: string; kind: Kind; changes: object }>([
  { field: "the flag of an archived page", kind: "pages", changes: { archived: null, status: "archived" } },
  { field: "the team of a binding", kind: "bindings", changes: { teamId: null } },
  { field: "the id of an organization", kind: "organizations", changes: { id: null } },
  { field: "the id of a brain", kind: "brains", changes: { id: null } },
  { field: "the id of a channel", kind: "channels", changes: { id: null } },
])("only the cause is reported if a rule or a reference reads $field", ({ kind, changes }) => {
  const [first, ...others] = testState[kind];
  expect(findStateProblems({ ...testState, [kind]: [{ ...first, ...changes }, ...others] })).toHaveLength(1);
});

const lost = { brains: [{ ...brains, organizationId: "org_moon" }], pages: [{ ...pages, brainId: brains.id }] };
const twins = { brains: [brains, brains], pages: [{ ...pages, brainId: brains.id }] };
// biome-ignore format: one row a line
it.each<{ what: string; state: object; problem: string }>([
  { what: "no array", state: { version: 1, organizations: "none", brains: [brains] }, problem: "organizations must be an array" },
  { what: "an unknown array", state: { version: 1, page: [], brains: [brains] }, problem: `page ${notKnown}; did you mean pages?` },
  { what: "a rejected record", state: stateWith(twins), problem: `brains[4].${taken}` },
  { what: "a record of no organization", state: stateWith(lost), problem: `brains[3].${noOrganization}` },
])("a reference isn't reported that may be in $what", async ({ state, problem }) => {
  expect(await problemsOf(({ restore }) => restore(state as never))).toEqual([problem]);
});

const errorOf = async (state: unknown) => {
  const result = await captureResult(() => createReferenceServer({ seed: state as StateInput }));
  return "thrown" in result ? (result.thrown as ControlError) : expect.fail("The state was expected to be rejected");
};
const nulls = (count: number) => ({ version: 1, pages: Array.from({ length: count }, () => null) });

it("the error of a state counts the problems, and has a line for each, however the state is loaded", async () => {
  const error = await errorOf(nulls(2));
  const lines = "\n  pages[0] must be an object, not null\n  pages[1] must be an object, not null";
  expect(error.message).toBe(`Failed to load a state: 2 problems, so nothing was loaded.${lines}`);
  expect(error).toMatchObject({ name: "ControlError", code: "invalid_input" });
  expect((await errorOf(nulls(1))).message).toContain("Failed to load a state: 1 problem, so");
  const server = openServer();
  for (const load of [server.seed, server.restore]) expect(() => load(nulls(2) as never)).toThrow(error.message);
});

it("no further record of a state is read once there are more problems than its error lists", () => {
  let readings = 0;
  // The server doesn't copy instances of classes before it reads them.
  class Page {
    get brainId(): string {
      readings += 1;
      return "brain_tides";
    }
  }
  const readingsAfter = (problems: number) => {
    readings = 0;
    findStateProblems({ version: 1, pages: [...nulls(problems).pages, new Page()] });
    return readings;
  };
  expect(readingsAfter(20)).toBeGreaterThan(0);
  expect(readingsAfter(21)).toBe(0);
});

it("the error of a state lists the first 20 problems", async () => {
  const error = await errorOf(nulls(21));
  const lines = /^Failed to load a state: more than 20 problems, .*\n {2}pages\[19\] [^\n]+\n {2}and more$/s;
  expect(error.message).toMatch(lines);
  expect(error.problems).toHaveLength(20);
  expect((await errorOf(nulls(20))).message).toMatch(/\n {2}pages\[19\] must be an object, not null$/);
});

it("the error of a state is small, however many records are invalid and however long their fields are", async () => {
  const long = "x".repeat(10_000);
  const spoilt = (slug: number) => ({ ...buildPage(), [`${long}${slug}`]: 1, slug, brainId: long });
  const pages = Array.from({ length: 500 }, (_, index) => spoilt(index));
  const error = await errorOf({ version: 1, [long]: [], pages });
  expect(error.message.length).toBeLessThan(20_000);
  expect(JSON.stringify(error.problems).length).toBeLessThan(100_000);
  expect(error.problems[0]?.path).toBe(`${"x".repeat(499)}…`);
});
