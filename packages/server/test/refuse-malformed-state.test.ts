import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { problemsIn, problemsOf } from "./problems-of.ts";

const known = "organizations, apiKeys, brains, pages, installations, channels, bindings";
const { version: _, ...world } = buildState();
const arrays = Object.entries(world).map(([name, records]) => ({ name, records: records as readonly object[] }));

describe("the form of a state", () => {
  it.each(["state", 1, true, [], [buildState()], null].map((state) => ({ state })))(
    "is an object, whichever way it comes, and not $state",
    ({ state }) => {
      const server = openServer();
      const problems = [{ path: "state", message: "must be an object" }];
      if (state !== null) expect(problemsOf(state)).toEqual(problems);
      expect(problemsIn(() => server.seed(state as never))).toEqual(problems);
      expect(problemsIn(() => server.restore(state as never))).toEqual(problems);
      expect(server.snapshot()).toStrictEqual(buildState());
    },
  );

  it.each([undefined, null, 0, 2, "1", true])("has the version 1, and not %j", (version) => {
    expect(problemsOf({ ...buildState(), version })).toEqual([{ path: "version", message: "must be 1" }]);
  });

  it("has a version", () => {
    expect(problemsOf({})).toEqual([{ path: "version", message: "must be 1" }]);
  });

  it.each(["page", "Pages", "toString", "constructor", ""])("has no array '%s'", (name) => {
    expect(problemsOf({ version: 1, [name]: [] })).toEqual([
      { path: name, message: `is not a known array; known are ${known}` },
    ]);
  });

  it.each(arrays)("has an array for $name, or nothing", ({ name }) => {
    for (const value of [null, {}, "x", 1]) {
      expect(problemsOf({ version: 1, [name]: value })).toEqual([{ path: name, message: "must be an array" }]);
    }
    expect(problemsOf({ version: 1, [name]: undefined })).toEqual([]);
    expect(problemsOf({ version: 1, [name]: [] })).toEqual([]);
  });

  it("is told all at once", () => {
    expect(problemsOf({ pages: {}, nope: 1, version: 7 })).toEqual([
      { path: "version", message: "must be 1" },
      { path: "pages", message: "must be an array" },
      { path: "nope", message: `is not a known array; known are ${known}` },
    ]);
  });

  it("is looked at before the records", () => {
    expect(problemsOf({ version: 2, pages: [null] })).toEqual([{ path: "version", message: "must be 1" }]);
  });
});

describe("the form of a record", () => {
  it.each(arrays)("is an object in $name", ({ name }) => {
    expect(problemsOf({ ...buildState(), [name]: [null, "x", [], 5, undefined] })).toEqual([
      { path: `${name}[0]`, message: "must be an object, not null" },
      { path: `${name}[1]`, message: "must be an object, not a string" },
      { path: `${name}[2]`, message: "must be an object, not an array" },
      { path: `${name}[3]`, message: "must be an object, not 5" },
      { path: `${name}[4]`, message: "is missing" },
    ]);
  });

  it.each(arrays)("has every field in $name", ({ name, records }) => {
    const paths = Object.keys(records[0] ?? {}).map((field) => `${name}[0].${field}`);
    const problems = problemsOf({ ...buildState(), [name]: [{}] });
    expect(new Set(problems)).toEqual(new Set(paths.map((path) => ({ path, message: "is missing" }))));
  });

  it.each(arrays)("has no other fields in $name", ({ name, records }) => {
    const [first, ...rest] = records;
    expect(problemsOf({ ...buildState(), [name]: [first, ...rest, { ...first, x: 1, y: 2 }] })).toEqual([
      { path: `${name}[${records.length}]`, message: "has unknown fields: x, y" },
    ]);
  });

  it.each(arrays.filter(({ name }) => name !== "apiKeys"))(
    "has an id that is not empty in $name",
    ({ name, records }) => {
      expect(problemsOf({ ...buildState(), [name]: [{ ...records[0], id: "" }] })).toEqual([
        { path: `${name}[0].id`, message: "must not be empty" },
      ]);
    },
  );

  it("is looked at before what records refer to", () => {
    const [first] = buildState().brains;
    expect(problemsOf({ version: 1, brains: [first, { ...first, name: null }] })).toEqual([
      { path: "brains[1].name", message: "must be a string, not null" },
    ]);
  });

  it.each(["", " ", "a b", "a\tb", "ü", "a\n", "key\u{7f}"])("is one of visible ASCII in the key %j", (key) => {
    expect(problemsOf({ ...buildState(), apiKeys: [{ key, organizationId: "org_north", role: "admin" }] })).toEqual([
      { path: "apiKeys[0].key", message: "must be one or more visible ASCII characters" },
    ]);
  });

  it.each(["!", "~", "a,b", "k".repeat(1000)])("lets the key %s through", (key) => {
    expect(problemsOf({ ...buildState(), apiKeys: [{ key, organizationId: "org_north", role: "" }] })).toEqual([]);
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
    const [first, ...rest] = world[name as keyof typeof world] as readonly object[];
    const [field = "", ...words] = message.split(" ");
    expect(problemsOf({ ...buildState(), [name]: [{ ...first, ...change }, ...rest] })).toEqual([
      { path: `${name}[0].${field}`, message: words.join(" ") },
    ]);
  });
});
