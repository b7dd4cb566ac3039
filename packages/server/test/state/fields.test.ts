import { describe, expect, it } from "vitest";
import type { buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { findStateProblems } from "../helpers/results.ts";
import { startAuthorization } from "../helpers/start-authorization.ts";

type Wrong = readonly (readonly [value: unknown, message: string])[];
type Kind = Exclude<keyof ReturnType<typeof buildState>, "version" | "idPosition" | "clock">;

const all = (message: string, ...values: readonly unknown[]): Wrong => values.map((value) => [value, message]);
const notNull = (type: string) => all(`must be ${type}, not null`, null);
const oneOf = (values: string) => all(`must be one of ${values}`, "unknown", "", null, 1);
// biome-ignore format: one row a line
const notText: Wrong = [[5, "must be a string, not 5"], [true, "must be a string, not a boolean"], [["x"], "must be a string, not an array"], [{}, "must be a string, not an object"]];
const notId: Wrong = [...notText, ...notNull("a string"), ["", "must not be empty"]];
// biome-ignore format: several values a line
const notTime: Wrong = [[0, "must be a string, not 0"], ...all("must be an ISO 8601 timestamp", "", "today", "2026-06-01", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-06-01T24:00:00Z",
  "2026-06-01T10:00:00+24:00", "2026-06-01T10:00:00+99:99")];

const slugMessage = 'must be URL-safe: not . or .., no white space, and none of " # % / < > ? [ \\ ] ^ ` { | }';

// Values that a field cannot have, and the problem of each.
// biome-ignore format: one row a line
const forms = {
  text: [...notText, ...notNull("a string")],
  nullableText: notText,
  id: notId,
  pathId: [...notId, ...all("must be valid in the path of a URL", ".", "..", "\ud800")],
  slug: [...notId, ...all(slugMessage, ".", "..", "a b", "a#b", "a/b", "a\\b", "a\nb", "50%", "a\u00a0b", "\u0000", "\ud800", ...Array.from('"<>?[]^`{|}'))],
  key: [...notText, ...notNull("a string"), ...all("must be one or more visible ASCII characters", "", " ", "a b", "a\tb", "ü", "a\n", "key\u{7f}")],
  redirectUrl: [...notText, ...notNull("a string"), ...all("must be a URL that begins with https:// or http://", "", "app.example", "ftp://app.example", "https://")],
  time: [...notTime, ...notNull("a string")],
  nullableTime: notTime,
  flag: [...notNull("a boolean"), [0, "must be a boolean, not 0"], ["no", "must be a boolean, not a string"]],
  number: [...notNull("a number"), ["1", "must be a number, not a string"]],
  version: [...notNull("a number"), ["1", "must be a number, not a string"], [1.5, "must be a whole number, not 1.5"]],
  position: [...notNull("a number"), [1.5, "must be a whole number, not 1.5"], [-1, "must be at least 0"]],
  object: [...notNull("an object"), ["x", "must be an object, not a string"], [[], "must be an object, not an array"]],
  nullableObject: [["x", "must be an object, not a string"], [[], "must be an object, not an array"]],
  list: [...notNull("an array"), ["Moon", "must be an array, not a string"]],
  embedding: all("must be an array of finite numbers", null, "x", {}, ["1"], [1, null], [Number.NaN], [1, Number.POSITIVE_INFINITY], Object.assign([], { length: 1 })),
  pageType: oneOf("source, topic, entity, project, decision, brief"),
  bucket: oneOf("inbox, notes, ideas, projects"),
  bucketSource: oneOf("auto, user"),
  pageStatus: oneOf("active, deprecated, stale, contested, archived"),
  formerStatus: [...oneOf("active, deprecated, stale, contested"), ["archived", "must be one of active, deprecated, stale, contested"]],
  bindingStatus: oneOf("active, disabled"),
  authorizationStatus: oneOf("started, approved, denied, confirmed"),
} satisfies Record<string, Wrong>;

const server = openServer();
const { authorizationUrl } = await startAuthorization(server);
await server.control.oauth.approve({ authorizationUrl, channels: [{ name: "new" }] });
const { organizations, ...others } = server.snapshot();
const more = { redirectUrl: "https://app.example", clock: { offset: 5 }, idPosition: 1 };
const state = { ...others, organizations: organizations.map((organization) => ({ ...organization, ...more })) };

// The fields of all records, by their path.
// biome-ignore format: one kind a line
const fields: Record<Kind, Record<string, keyof typeof forms>> = {
  organizations: { id: "id", name: "text", redirectUrl: "redirectUrl", clock: "object", "clock.offset": "number", "clock.frozenAt": "time", idPosition: "position" },
  apiKeys: { key: "key", organizationId: "id", role: "text" },
  brains: { id: "pathId", organizationId: "id", name: "text" },
  pages: { id: "id", tenantId: "text", subjectId: "text", brainId: "text", source: "nullableObject", "source.channel": "text", "source.ref": "nullableText", "source.label": "nullableText", pageType: "pageType", bucket: "bucket", bucketSource: "bucketSource", slug: "slug", title: "text", summary: "text", body: "text", entities: "list", "entities.0": "text", sources: "list", "sources.0": "object", "sources.0.ingestSourceId": "text", "sources.0.chunkUuids": "list", "sources.0.chunkUuids.1": "text", "sources.0.attachedAt": "time", backlinks: "list", "backlinks.0": "text", embedding: "embedding", version: "version", pinned: "flag", archived: "flag", status: "pageStatus", statusBeforeArchive: "formerStatus", lastCompiledAt: "time", lastReferencedAt: "nullableTime", createdAt: "time", updatedAt: "time", organizationId: "id" },
  installations: { id: "id", organizationId: "id", teamId: "id", teamName: "text" },
  channels: { installationId: "id", id: "id", name: "text", isPrivate: "flag", isMember: "flag", organizationId: "id" },
  bindings: { id: "pathId", brainId: "text", installationId: "text", teamId: "text", channelId: "text", channelName: "nullableText", status: "bindingStatus", notifyBriefs: "flag", notifyConnections: "flag", notifyChanges: "flag", createdAt: "time", organizationId: "id" },
  authorizations: { brainId: "id", nonce: "id", authorizationUrl: "text", expiresAt: "time", status: "authorizationStatus", code: "id", workspace: "object", "workspace.teamId": "id", "workspace.teamName": "text", "workspace.channels": "list", "workspace.channels.0.id": "id", "workspace.channels.0.name": "text", "workspace.channels.0.isMember": "flag", organizationId: "id" },
};

function withValue(object: object, [name = "", ...rest]: readonly string[], value: unknown): object {
  const copy: object = Array.isArray(object) ? [...object] : { ...object };
  Reflect.set(copy, name, rest.length === 0 ? value : withValue(Object(Reflect.get(object, name)), rest, value));
  return copy;
}

describe.each(Object.entries(fields))("the records of %s", (name, formOf) => {
  const [first, ...rest] = state[name as Kind] as readonly object[];
  const problemsWith = (...records: unknown[]) => findStateProblems({ ...state, [name]: records });

  it("have no other fields than those of the table", () => {
    expect(Object.keys(formOf)).toEqual(expect.arrayContaining(Object.keys(first ?? {})));
    expect(problemsWith({ ...first, x: 1, y: 2 }, ...rest)).toEqual([
      { path: `${name}[0]`, message: expect.stringMatching(/^has unknown fields: x, y; the fields are \w+, /) },
    ]);
  });

  it.each(Object.entries(formOf))("have no wrong %s", (path, form) => {
    const shown = `${name}[0].${path.replaceAll(/\.(\d+)/g, "[$1]")}`;
    for (const [value, message] of forms[form]) {
      expect(problemsWith(withValue(first ?? {}, path.split("."), value), ...rest)).toEqual([{ path: shown, message }]);
    }
  });

  it("are objects in an array", () => {
    const shown = ["not null", "not a string", "not an array", "not 5"].map((value) => `must be an object, ${value}`);
    const expected = [...shown, "is missing"].map((message, index) => ({ path: `${name}[${index}]`, message }));
    expect(problemsWith(null, "x", [], 5, undefined)).toEqual(expected);
    const problems = [{ path: name, message: "must be an array" }];
    for (const value of [null, {}, "x", 1]) expect(findStateProblems({ version: 1, [name]: value })).toEqual(problems);
    for (const value of [undefined, []]) expect(findStateProblems({ version: 1, [name]: value })).toEqual([]);
  });
});

it("the state of the tests is valid", () => {
  expect(findStateProblems(state)).toEqual([]);
});

it.each(["a", "...", "größe", "潮", "🌊", "a.b_c~d!$&'()*+,;=:@-", "x".repeat(1000)])("a slug may be %s", (slug) => {
  const server = openServer();
  const created = server.control.pages.create({ brainId: "brain_tides", title: "T", slug });
  expect(created.slug).toBe(slug);
  expect(findStateProblems(server.snapshot())).toEqual([]);
});

it.each(["!", "~", "a,b", "k".repeat(1000)])("a key may be %s", (key) => {
  expect(findStateProblems({ ...state, apiKeys: [{ key, organizationId: "org_north", role: "" }] })).toEqual([]);
});
