import { describe, expect, it } from "vitest";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";
import { findStateProblems } from "../helpers/results.ts";

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

// Fields of records by what they hold: all that the specification does not define, and one of each form that it defines.
// biome-ignore format: some fields a line
const fields = {
  text: [
    "organizations[0].name", "apiKeys[0].role", "brains[0].name", "installations[0].teamName", "channels[0].name", "pages[0].title",
    "pages[0].source.channel", "pages[0].sources[0].chunkUuids[1]", "bindings[0].teamId",
    "authorizations[0].authorizationUrl", "authorizations[0].workspace.teamName", "authorizations[0].workspace.channels[0].name",
  ],
  id: [
    "organizations[0].id", "apiKeys[0].organizationId", "brains[0].organizationId", "pages[0].id", "pages[0].organizationId",
    "installations[0].id", "installations[0].organizationId", "installations[0].teamId",
    "channels[0].id", "channels[0].installationId", "channels[0].organizationId", "bindings[0].organizationId",
    "authorizations[0].brainId", "authorizations[0].nonce", "authorizations[0].code", "authorizations[0].organizationId",
    "authorizations[0].workspace.teamId", "authorizations[0].workspace.channels[0].id",
  ],
  idInPath: ["brains[0].id", "bindings[0].id"],
  slug: ["pages[0].slug"],
  key: ["apiKeys[0].key"],
  url: ["organizations[0].redirectUrl"],
  time: ["pages[0].updatedAt", "bindings[0].createdAt", "authorizations[0].expiresAt", "organizations[0].clock.frozenAt"],
  flag: ["pages[0].pinned", "channels[0].isMember", "authorizations[0].workspace.channels[0].isMember"],
  number: ["organizations[0].clock.offset"],
  wholeNumber: ["pages[0].version", "organizations[0].idPosition"],
  object: ["organizations[0].clock", "pages[0].sources[0]", "authorizations[0].workspace"],
  list: ["pages[0].sources", "authorizations[0].workspace.channels"],
};
const ids = [...fields.id, ...fields.idInPath, ...fields.slug];
const texts = [...fields.text, ...ids, ...fields.key, ...fields.url, ...fields.time];

const values: readonly { path: string; names: string }[] = [
  { path: "pages[0].pageType", names: "source, topic, entity, project, decision, brief" },
  { path: "pages[0].bucket", names: "inbox, notes, ideas, projects" },
  { path: "pages[0].bucketSource", names: "auto, user" },
  { path: "pages[0].status", names: "active, deprecated, stale, contested, archived" },
  { path: "pages[0].statusBeforeArchive", names: "active, deprecated, stale, contested" },
  { path: "bindings[0].status", names: "active, disabled" },
  { path: "authorizations[0].status", names: "started, approved, denied, confirmed" },
];

describe("a field of a record in a state", () => {
  it.each(Object.values(fields).flat())("%s isn't null", (path) => {
    expectProblem(path, expect.stringMatching(/^must be an? \w+, not null$/), null);
  });

  it.each([...texts, "pages[0].source.ref", "bindings[0].channelName"])("%s is text", (path) => {
    expectProblem(path, "must be a string, not 5", 5);
    expectProblem(path, "must be a string, not an array", ["x"]);
  });

  it.each(ids)("%s isn't empty", (path) => expectProblem(path, "must not be empty", ""));

  it.each(fields.idInPath)("%s is valid in the path of a URL", (path) => {
    expectProblem(path, "must be valid in the path of a URL", ".", "..", "\ud800");
  });

  it.each(fields.slug)("%s is safe in a URL", (path) => {
    const message = 'must be URL-safe: not . or .., no white space, and none of " # % / < > ? [ \\ ] ^ ` { | }';
    const signs = Array.from('"#%/<>?[\\]^`{|}');
    expectProblem(path, message, ".", "..", "a b", "a\nb", "a\u00a0b", "\u0000", "\ud800", ...signs);
  });

  it.each(fields.key)("%s is made of visible ASCII characters", (path) => {
    const keys = ["", " ", "a b", "a\tb", "ü", "a\n", "key\u{7f}"];
    expectProblem(path, "must be one or more visible ASCII characters", ...keys);
  });

  it.each(fields.url)("%s is a URL of the web", (path) => {
    const message = "must be a URL that begins with https:// or http://";
    expectProblem(path, message, "", "app.example", "ftp://app.example", "https://");
  });

  it.each([...fields.time, "pages[0].lastReferencedAt"])("%s is a timestamp", (path) => {
    const dates = ["2026-06-01", "2026-02-30T00:00:00Z", "2026-06-01T24:00:00Z", "2026-06-01T10:00:00+24:00"];
    expectProblem(path, "must be an ISO 8601 timestamp", "", "today", ...dates);
  });

  it.each(fields.flag)("%s is true or false", (path) => expectProblem(path, "must be a boolean, not 0", 0));

  it.each([...fields.number, ...fields.wholeNumber])("%s is a number", (path) => {
    expectProblem(path, "must be a number, not a string", "1");
  });

  it.each(fields.wholeNumber)("%s is a whole number", (path) => {
    expectProblem(path, "must be a whole number, not 1.5", 1.5);
  });

  it.each([...fields.object, "pages[0].source"])("%s is an object", (path) => {
    expectProblem(path, "must be an object, not an array", []);
  });

  it.each(fields.list)("%s is a list", (path) => expectProblem(path, "must be an array, not a string", "Moon"));

  it.each(values)("$path is one of $names", ({ path, names }) => {
    expectProblem(path, `must be one of ${names}`, "unknown", "", null, 1);
  });
});

describe.each(Object.keys(records))("the records of %s in a state", (kind) => {
  it("have no unknown fields", () => {
    const [first, ...rest] = Reflect.get(records, kind);
    expect(findStateProblems({ version, ...records, [kind]: [{ ...first, x: 1, y: 2 }, ...rest] })).toEqual([
      { path: `${kind}[0]`, message: expect.stringMatching(/^has unknown fields: x, y; the fields are \w+, /) },
    ]);
  });

  it("are objects in an array, which can be left out", () => {
    expectProblem(`${kind}[0]`, "must be an object, not null", null);
    expectProblem(`${kind}[0]`, "must be an object, not an array", []);
    expectProblem(`${kind}[0]`, "is missing", undefined);
    const problems = [{ path: kind, message: "must be an array" }];
    for (const value of [null, {}, "x", 1]) expect(findStateProblems({ version, [kind]: value })).toEqual(problems);
    for (const value of [undefined, []]) expect(findStateProblems({ version, [kind]: value })).toEqual([]);
  });
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
