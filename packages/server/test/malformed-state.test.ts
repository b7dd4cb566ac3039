import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { catchStateProblems, findStateProblems } from "./state-problems.ts";

const known = "organizations, apiKeys, brains, pages, installations, channels, bindings, authorizations";
const { version: _, ...testArrays } = buildState();
/** The fields that have no default. */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  organizations: ["id"],
  apiKeys: ["organizationId"],
  brains: ["id", "organizationId"],
  pages: ["brainId", "title"],
  installations: ["id", "organizationId"],
  channels: ["installationId", "name"],
  bindings: ["brainId", "installationId", "channelId"],
};
const arrays = Object.entries(testArrays).map(([name, records]) => ({ name, records: records as readonly object[] }));

describe("the form of a state", () => {
  it.each([1, true, [], [buildState()], null].map((state) => ({ state })))(
    "is an object, for every way to load it, and not $state",
    ({ state }) => {
      const server = openServer();
      const problems = [{ path: "state", message: "must be an object" }];
      if (state !== null) expect(findStateProblems(state)).toEqual(problems);
      expect(catchStateProblems(() => server.seed(state as never))).toEqual(problems);
      expect(catchStateProblems(() => server.restore(state as never))).toEqual(problems);
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );

  it("is not the name of a seed of the command", () => {
    expect(catchStateProblems(() => openServer().seed("demo" as never))).toEqual([
      { path: "state", message: "must be an object, such as demoSeed() returns" },
    ]);
  });

  it("is not the function that makes it", () => {
    const server = openServer();
    const problems = [{ path: "state", message: "is a function: call it, and pass its result" }];
    expect(findStateProblems(buildState)).toEqual(problems);
    expect(catchStateProblems(() => server.restore(buildState as never))).toEqual(problems);
  });

  it.each([null, 0, 2, "1", true])("has the version 1, and not %j", (version) => {
    expect(findStateProblems({ ...buildState(), version })).toEqual([{ path: "version", message: "must be 1" }]);
  });

  it("has a version", () => {
    const problems = [{ path: "version", message: 'is missing: write "version": 1' }];
    expect(findStateProblems({})).toEqual(problems);
    expect(findStateProblems({ ...buildState(), version: undefined })).toEqual(problems);
  });

  it.each(["toString", "constructor", ""])("has no array '%s'", (name) => {
    expect(findStateProblems({ version: 1, [name]: [] })).toEqual([
      { path: name, message: `is not a known array; the arrays are ${known}` },
    ]);
  });

  it.each([
    ["page", "pages"],
    ["Pages", "pages"],
    ["organisations", "organizations"],
  ])("has no array '%s', but a similar one", (name, similar) => {
    expect(findStateProblems({ version: 1, [name]: [] })).toEqual([
      { path: name, message: `is not a known array; did you mean ${similar}?` },
    ]);
  });

  it.each(arrays)("has an array for $name, or nothing", ({ name }) => {
    for (const value of [null, {}, "x", 1]) {
      expect(findStateProblems({ version: 1, [name]: value })).toEqual([{ path: name, message: "must be an array" }]);
    }
    expect(findStateProblems({ version: 1, [name]: undefined })).toEqual([]);
    expect(findStateProblems({ version: 1, [name]: [] })).toEqual([]);
  });

  it("is reported all at once", () => {
    expect(findStateProblems({ pages: {}, nope: 1, version: 7 })).toEqual([
      { path: "version", message: "must be 1" },
      { path: "pages", message: "must be an array" },
      { path: "nope", message: `is not a known array; the arrays are ${known}` },
    ]);
  });

  it("is reported together with the problems of the records", () => {
    expect(findStateProblems({ version: 1, pages: {}, brains: [null] })).toEqual([
      { path: "pages", message: "must be an array" },
      { path: "brains[0]", message: "must be an object, not null" },
    ]);
  });

  it.each([
    { organization: [{ id: "org", name: "Misnamed array" }] },
    { organizations: { org: {} } },
    { organizations: "none" },
  ])("reports no references to an array that is invalid in %j", (wrong) => {
    const brains = [{ id: "brain", organizationId: "org", name: "Brain" }];
    expect(findStateProblems({ version: 1, ...wrong, brains }).map(({ path }) => path)).toEqual(Object.keys(wrong));
  });

  it("of another version is not looked into", () => {
    expect(findStateProblems({ version: 2, pages: [null] })).toEqual([{ path: "version", message: "must be 1" }]);
  });
});

describe("the form of a record", () => {
  it.each(arrays)("is an object in $name", ({ name }) => {
    expect(findStateProblems({ ...buildState(), [name]: [null, "x", [], 5, undefined] })).toEqual([
      { path: `${name}[0]`, message: "must be an object, not null" },
      { path: `${name}[1]`, message: "must be an object, not a string" },
      { path: `${name}[2]`, message: "must be an object, not an array" },
      { path: `${name}[3]`, message: "must be an object, not 5" },
      { path: `${name}[4]`, message: "is missing" },
    ]);
  });

  it.each(arrays)("has every field without a default in $name", ({ name }) => {
    const paths = (requiredFields[name] ?? []).map((field) => `${name}[0].${field}`);
    const problems = findStateProblems({ ...buildState(), [name]: [{}] });
    expect(new Set(problems)).toEqual(new Set(paths.map((path) => ({ path, message: "is missing" }))));
  });

  it.each(arrays)("has no other fields in $name", ({ name, records }) => {
    const [first, ...rest] = records;
    expect(findStateProblems({ ...buildState(), [name]: [{ ...first, x: 1, y: 2 }, ...rest] })).toEqual([
      { path: `${name}[0]`, message: expect.stringMatching(/^has unknown fields: x, y; the fields are \w+, /) },
    ]);
  });

  it.each(arrays.filter(({ name }) => name !== "apiKeys"))(
    "has an id that is not empty in $name",
    ({ name, records }) => {
      expect(findStateProblems({ ...buildState(), [name]: [{ ...records[0], id: "" }] })).toEqual([
        { path: `${name}[0].id`, message: "must not be empty" },
      ]);
    },
  );

  it("has channels with ids in the workspace of an authorization", () => {
    const channel = { id: "", name: "deck", isPrivate: false, isMember: false };
    const authorizations = [
      {
        brainId: "brain_tides",
        nonce: "n",
        authorizationUrl: "",
        expiresAt: "2026-01-01T00:00:00Z",
        status: "approved",
        workspace: { teamId: "T_NORTH", channels: [channel] },
      },
    ];
    expect(findStateProblems({ ...buildState(), authorizations })).toEqual([
      { path: "authorizations[0].workspace.channels[0].id", message: "must not be empty" },
    ]);
  });

  it.each(["", " ", "a b", "a\tb", "ü", "a\n", "key\u{7f}"])("is one of visible ASCII in the key %j", (key) => {
    expect(
      findStateProblems({ ...buildState(), apiKeys: [{ key, organizationId: "org_north", role: "admin" }] }),
    ).toEqual([{ path: "apiKeys[0].key", message: "must be one or more visible ASCII characters" }]);
  });

  it.each(["!", "~", "a,b", "k".repeat(1000)])("accepts the key %s", (key) => {
    expect(findStateProblems({ ...buildState(), apiKeys: [{ key, organizationId: "org_north", role: "" }] })).toEqual(
      [],
    );
  });

  it.each([
    { name: "organizations", change: { name: 1 }, message: "name must be a string, not 1" },
    { name: "apiKeys", change: { role: null }, message: "role must be a string, not null" },
    { name: "apiKeys", change: { organizationId: "" }, message: "organizationId must not be empty" },
    { name: "brains", change: { organizationId: "" }, message: "organizationId must not be empty" },
    { name: "installations", change: { teamId: "" }, message: "teamId must not be empty" },
    { name: "installations", change: { teamName: {} }, message: "teamName must be a string, not an object" },
    { name: "channels", change: { installationId: "" }, message: "installationId must not be empty" },
    { name: "channels", change: { isPrivate: 1 }, message: "isPrivate must be a boolean, not 1" },
    { name: "channels", change: { isMember: "no" }, message: "isMember must be a boolean, not a string" },
    { name: "bindings", change: { status: "paused" }, message: "status must be one of active, disabled" },
    { name: "bindings", change: { channelName: 1 }, message: "channelName must be a string, not 1" },
    { name: "bindings", change: { notifyBriefs: null }, message: "notifyBriefs must be a boolean, not null" },
    { name: "bindings", change: { createdAt: "today" }, message: "createdAt must be an ISO 8601 timestamp" },
  ])("has values of the right type in $name: $message", ({ name, change, message }) => {
    const [first, ...rest] = testArrays[name as keyof typeof testArrays] as readonly object[];
    const [field = "", ...words] = message.split(" ");
    expect(findStateProblems({ ...buildState(), [name]: [{ ...first, ...change }, ...rest] })).toEqual([
      { path: `${name}[0].${field}`, message: words.join(" ") },
    ]);
  });
});

describe("a malformed record", () => {
  /** Changes the first record of each array named. */
  function stateWith(changes: Record<string, object>) {
    const state = buildState();
    const changed = Object.entries(changes).map(([name, change]) => {
      const [first, ...rest] = state[name as keyof typeof testArrays] as readonly object[];
      return [name, [{ ...first, ...change }, ...rest]];
    });
    return { ...state, ...Object.fromEntries(changed) };
  }

  it("hides no record with a missing reference", () => {
    const brains = [
      { id: "b", organizationId: "nobody", name: "B" },
      { id: 5, organizationId: "nobody" },
    ];
    expect(findStateProblems({ version: 1, brains })).toEqual([
      { path: "brains[0].organizationId", message: "names no organization of this state" },
      { path: "brains[1].id", message: "must be a string, not 5" },
    ]);
  });

  it.each([
    { name: "organizations", field: "id", from: "apiKeys", reference: "organizationId" },
    { name: "brains", field: "id", from: "pages", reference: "brainId" },
    { name: "installations", field: "id", from: "channels", reference: "installationId" },
    { name: "channels", field: "id", from: "bindings", reference: "channelId" },
    { name: "channels", field: "installationId", from: "bindings", reference: "channelId" },
  ])("of $name without $field may be the target of $from", ({ name, field, from, reference }) => {
    const dangling = { [from]: { [reference]: "nobody" } };
    const path = `${from}[0].${reference}`;
    expect(findStateProblems(stateWith(dangling)).map((problem) => problem.path)).toContain(path);
    const problems = findStateProblems(stateWith({ ...dangling, [name]: { [field]: null } }));
    expect(problems).toContainEqual({ path: `${name}[0].${field}`, message: "must be a string, not null" });
    expect(problems.map((problem) => problem.path)).not.toContain(path);
  });

  it.each([
    { name: "pages", change: { archived: null, status: "archived" } },
    { name: "pages", change: { archived: true, status: null } },
    { name: "pages", change: { archived: null, statusBeforeArchive: "active" } },
    { name: "pages", change: { pinned: null, status: "deprecated" } },
    { name: "installations", change: { teamId: null } },
    { name: "installations", change: { organizationId: null } },
    { name: "bindings", change: { teamId: null } },
    { name: "bindings", change: { installationId: null } },
    { name: "bindings", change: { channelId: null } },
    { name: "bindings", change: { brainId: null } },
  ])("of $name has no conflict because of a malformed field in $change", ({ name, change }) => {
    expect(findStateProblems(stateWith({ [name]: change }))).toHaveLength(1);
  });
});
