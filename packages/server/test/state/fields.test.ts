import { expect, it } from "vitest";
import { buildState } from "../helpers/build-state.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";
import { findStateProblems } from "../helpers/results.ts";

it("a field of another type is reported with its path, and what it must be", () => {
  const page = { brainId: "brain_tides", title: 5, body: null, pinned: 0, version: "1", sources: "Moon", source: [] };
  expect(findStateProblems({ ...buildState(), pages: [{ ...page, status: "retired" }] })).toEqual(
    expect.arrayContaining([
      { path: "pages[0].title", message: "must be a string, not 5" },
      { path: "pages[0].body", message: "must be a string, not null" },
      { path: "pages[0].pinned", message: "must be a boolean, not 0" },
      { path: "pages[0].version", message: "must be a number, not a string" },
      { path: "pages[0].sources", message: "must be an array, not a string" },
      { path: "pages[0].source", message: "must be an object, not an array" },
      { path: "pages[0].status", message: "must be one of active, deprecated, stale, contested, archived" },
    ]),
  );
});

it("a record or an array of another type is reported with its path", () => {
  const problemsOf = (brains: unknown) => findStateProblems({ version: 1, brains });
  expect(problemsOf([null])).toEqual([{ path: "brains[0]", message: "must be an object, not null" }]);
  expect(problemsOf([[]])).toEqual([{ path: "brains[0]", message: "must be an object, not an array" }]);
  expect(problemsOf([undefined])).toEqual([{ path: "brains[0]", message: "is missing" }]);
  for (const value of [null, {}, "x", 1])
    expect(problemsOf(value)).toEqual([{ path: "brains", message: "must be an array" }]);
  for (const value of [undefined, []]) expect(problemsOf(value)).toEqual([]);
});

const server = openServer();
const { authorizationUrl } = await startAuthorization(server);
await server.control.oauth.approve({ authorizationUrl, channels: [{ name: "new" }] });
const { version, idPosition: _position, clock: _clock, organizations, ...others } = server.snapshot();
const optional = () => ({ redirectUrl: "https://app.example", idPosition: 1, clock: { offset: 5 } });
// Valid records of every kind.
const records = { organizations: organizations.map((one) => ({ ...one, ...optional() })), ...others };

// Expects that each value of a field is the only problem of the state.
function expectProblem(path: string, message: string, ...values: readonly unknown[]): void {
  const names = path.split(/[.[\]]+/).filter((name) => name !== "");
  for (const value of values) {
    const state = { version, ...structuredClone(records) };
    const parent = names.slice(0, -1).reduce((inner: object, name) => Reflect.get(inner, name), state);
    Reflect.set(parent, names.at(-1) ?? "", value);
    expect(findStateProblems(state)).toEqual([{ path, message }]);
  }
}

// biome-ignore format: some fields a line
const ids = [
  "organizations[0].id", "apiKeys[0].organizationId", "brains[0].id", "brains[0].organizationId",
  "pages[0].id", "pages[0].slug", "pages[0].organizationId",
  "installations[0].id", "installations[0].organizationId", "installations[0].teamId",
  "channels[0].id", "channels[0].installationId", "channels[0].organizationId", "bindings[0].id", "bindings[0].organizationId",
  "authorizations[0].brainId", "authorizations[0].nonce", "authorizations[0].code", "authorizations[0].organizationId",
  "authorizations[0].workspace.teamId", "authorizations[0].workspace.channels[0].id",
];
const times = [
  "pages[0].updatedAt",
  "pages[0].lastReferencedAt",
  "bindings[0].createdAt",
  "authorizations[0].expiresAt",
  "organizations[0].clock.frozenAt",
];

it.each(ids)("%s of a state can't be empty", (path) => expectProblem(path, "must not be empty", ""));

it.each(["brains[0].id", "bindings[0].id"])("%s of a state must be valid in the path of a URL", (path) => {
  expectProblem(path, "must be valid in the path of a URL", ".", "..", "\ud800");
});

it("the slug of a page must be safe in a URL", () => {
  const message = 'must be URL-safe: not . or .., no white space, and none of " # % / < > ? [ \\ ] ^ ` { | }';
  const signs = Array.from('"#%/<>?[\\]^`{|}');
  expectProblem("pages[0].slug", message, ".", "..", "a b", "a\nb", "a\u00a0b", "\u0000", "\ud800", ...signs);
});

it("a key must have visible ASCII characters only", () => {
  const keys = ["", " ", "a b", "a\tb", "ü", "a\n", "key\u{7f}"];
  expectProblem("apiKeys[0].key", "must be one or more visible ASCII characters", ...keys);
});

it("a redirect URL must be a URL of the web", () => {
  const message = "must be a URL that begins with https:// or http://";
  expectProblem("organizations[0].redirectUrl", message, "", "app.example", "ftp://app.example", "https://");
});

it.each(times)("%s of a state must be a timestamp", (path) => {
  const dates = ["2026-06-01", "2026-02-30T00:00:00Z", "2026-06-01T24:00:00Z", "2026-06-01T10:00:00+24:00"];
  expectProblem(path, "must be an ISO 8601 timestamp", "", "today", ...dates);
});

it.each(["pages[0].version", "organizations[0].idPosition"])("%s of a state must be a whole number", (path) => {
  expectProblem(path, "must be a whole number, not 1.5", 1.5);
});

it.each(Object.keys(records))("the records of %s in a state have no unknown fields", (kind) => {
  const [first, ...rest] = Reflect.get(records, kind);
  expect(findStateProblems({ version, ...records, [kind]: [{ ...first, x: 1, y: 2 }, ...rest] })).toEqual([
    { path: `${kind}[0]`, message: expect.stringMatching(/^has unknown fields: x, y; the fields are \w+, /) },
  ]);
});

it.each(["a", "...", "größe", "潮", "🌊", "a.b_c~d!$&'()*+,;=:@-", "x".repeat(1000)])("a slug may be %s", (slug) => {
  const { control, snapshot } = openServer();
  control.pages.create({ brainId: "brain_tides", title: "T", slug });
  expect(findStateProblems(snapshot())).toEqual([]);
});

it.each(["!", "~", "a,b", "k".repeat(1000)])("a key may be %s", (key) => {
  const apiKeys = [{ key, organizationId: "org_north", role: "" }];
  expect(findStateProblems({ version, ...records, apiKeys })).toEqual([]);
});
