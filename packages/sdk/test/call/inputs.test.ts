import { InputError, type KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { baseUrl, createJsonClient } from "../helpers/client.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

type Fields = Readonly<Record<string, unknown>>;

// Each operation, with an input and a call of it that takes any input.
const operations: Readonly<Record<string, readonly [Fields, (kb: KnowledgeBase, input: never) => Promise<unknown>]>> = {
  "bindings.update": [{ brainId: "b", bindingId: "c" }, (kb, input) => kb.bindings.update(input)],
  "bindings.unbind": [{ brainId: "b", bindingId: "c" }, (kb, input) => kb.bindings.unbind(input)],
  "channels.list": [{ brainId: "b", installationId: "i" }, (kb, input) => kb.channels.list(input)],
  "oauth.start": [{ brainId: "b" }, (kb, input) => kb.oauth.start(input)],
  "pages.archive": [{ brainId: "b", slug: "s" }, (kb, input) => kb.pages.archive(input)],
  "promptIndex.get": [{ brainId: "b" }, (kb, input) => kb.promptIndex.get(input)],
};

// Expects that an input is rejected before anything is sent or the key is read, and returns the error.
async function expectInputError(id: string, input: unknown): Promise<InputError> {
  const { kb, requests } = createJsonClient([], { apiKey: () => expect.unreachable() });
  const [, call] = operations[id] ?? [];
  const error = await expectRejection(InputError, call?.(kb, input as never) ?? Promise.resolve());
  expect(error).toMatchObject({ code: "input", operation: id, attempts: [], url: undefined, stopReason: undefined });
  expect(getThrown(() => kb.describe(id as never, input as never))).toMatchObject({ issues: error.issues });
  expect(requests).toEqual([]);
  return error;
}

// Ids that the client rejects, with its messages. URL parsers resolve dot segments.
const wrongIds: readonly (readonly [message: string, ...ids: unknown[]])[] = [
  ["must not be empty", ""],
  ["must not be a dot segment", ".", "..", "%2e", "%2E", "%2e%2E", ".%2e", "%2E."],
  ["must be well-formed Unicode", "\ud800", "a\udc00b", "\ude00\ud83d"],
  ["is missing", undefined],
  // biome-ignore format: one row a line
  ["must be a string, not", null, 5, Number.NaN, true, 1n, Symbol("id"), {}, ["b"], new String("b"), { toString: String }],
];

it("an input of separate arguments is rejected before the options, with its fields", async () => {
  const { kb, requests } = createJsonClient();
  const error = await expectRejection(InputError, kb.pages.archive("b" as never, "s" as never));
  const problem = "input must be one object: { brainId, slug }. Nothing was sent.";
  expect(error.message).toBe(`Failed to archive a page: ${problem}`);
  expect(requests).toEqual([]);
});

describe.each(Object.entries(operations))("the input of %s", (id, [input]) => {
  const pathNames = Object.keys(input).filter((name) => name !== "installationId");

  it.each(wrongIds)("is rejected for an id, which %s", async (message, ...ids) => {
    for (const value of ids) {
      for (const name of pathNames) {
        const { issues } = await expectInputError(id, { ...input, [name]: value });
        expect(issues).toEqual([{ path: [name], message: expect.stringContaining(String(message)) }]);
      }
    }
  });

  it.each([
    ["extra", "the fields are brainId"],
    ["constructor", "the fields are brainId"],
    ["brainID", "did you mean brainId?"],
  ])("has no field %s, even if it is undefined", async (name, text) => {
    const { issues } = await expectInputError(id, { ...input, [name]: undefined });
    expect(issues).toEqual([{ path: [name], message: expect.stringContaining(`is not a known field; ${text}`) }]);
  });

  const notObjects = [null, undefined, "brain_operations", "", 5, true, Symbol("x"), [], [{ brainId: "b" }]];

  it.each(notObjects)("must be an object, and not %o", async (value) => {
    const error = await expectInputError(id, value);
    expect(error.issues).toEqual([{ path: [], message: expect.stringMatching(/^must be one object: \{ brainId,? /) }]);
    expect(error.message).toContain(": input must be one object: { brainId");
  });
});

const cyclic: unknown[] = [];
cyclic.push(cyclic);

describe("a field of an input", () => {
  const aBoolean = "must be a boolean, not ";

  it.each<[operation: string, field: string, message: string, values: unknown[]]>([
    ["promptIndex.get", "limit", "must be a whole number, not 1.5", [1.5]],
    ["promptIndex.get", "limit", "must be a number, not Infinity", [Number.POSITIVE_INFINITY]],
    ["promptIndex.get", "limit", "must be a number, not a string", ["5", "", "\ud800"]],
    ["channels.list", "installationId", "must not be empty", [""]],
    ["channels.list", "installationId", "is missing", [undefined]],
    ["channels.list", "installationId", "must be well-formed Unicode", ["\ud800", "a\udc00b"]],
    ["bindings.update", "notifyBriefs", `${aBoolean}a string`, ["true"]],
    ["bindings.update", "notifyConnections", `${aBoolean}null`, [null]],
    ["bindings.update", "notifyChanges", `${aBoolean}an array`, [[], cyclic]],
  ])("is named if it is wrong: %s has %s, which %s", async (id, name, message, values) => {
    for (const value of values) {
      const { issues } = await expectInputError(id, { ...operations[id]?.[0], [name]: value });
      expect(issues).toEqual([{ path: [name], message: expect.stringContaining(message) }]);
    }
  });

  it("may be a getter of a class", async () => {
    class Muted {
      readonly brainId = "b";
      readonly bindingId = "c";
      get notifyBriefs(): boolean {
        return false;
      }
    }
    const { kb, requests } = createJsonClient([], { validate: "off" });
    await kb.bindings.update(new Muted());
    expect(requests.map(({ body }) => body)).toEqual(['{"notifyBriefs":false}']);
  });

  it.each([0, -5, 100_000, Number.MAX_SAFE_INTEGER])("may be a limit of any size: %s", async (limit) => {
    const { kb, requests } = createJsonClient();
    await kb.promptIndex.get({ brainId: "b", limit });
    expect(requests[0]?.url).toBe(`${baseUrl}/v1/brains/b/index?limit=${limit}`);
  });
});

describe("the error of an input", () => {
  it("has all problems together", async () => {
    const input = { bindingId: "..", notifyBriefs: "yes", notifyChanges: null, colour: "blue" };
    const error = await expectInputError("bindings.update", input);
    expect(error.issues).toEqual([
      { path: ["brainId"], message: "is missing" },
      { path: ["bindingId"], message: "must not be a dot segment" },
      { path: ["colour"], message: expect.stringMatching(/^is not a known field; the fields are brainId, .*Changes$/) },
      { path: ["notifyBriefs"], message: "must be a boolean, not a string" },
      { path: ["notifyChanges"], message: "must be a boolean, not null" },
    ]);
    expect(error.message).toMatch(/^Failed to .+: brainId is missing; .+; .+; and 2 more\. Nothing was sent\.$/);
  });
});

// Ids that are unusual.
// biome-ignore format: one row a line
const oddIds = [
  "a/b", "/", "//", "../escape", "a/../b", "a\\b", "..\\..", "a b", " ", "  a  ", "\t", "\r\n", "\0", "\u007f",
  "ä", "東京", "🎉", "👩‍👩‍👧‍👦", "e\u0301", "\u202e", "\ufeff", "\uff0e\uff0e", "\uffff", "ſ",
  "%", "100%", "%2F", "%zz", "%252e", "%2e%2e%2e", "%2e%2e/", "%u002e", "a?b=c", "?", "a#b", "#", "a+b", "a:b",
  "{bindingId}", "{brainId}", "...", ".a", "..a", "a.", "*", "(group)", "$&", "$1", "$`", "a&b=c;d,e", "@me",
  "http://other.example.com", "//other.example.com", "user:pass@host", "<script>", '"quoted"', "'quoted'", "[1-3]",
  "__proto__", "constructor", "undefined", "null", "0", "x".repeat(4000),
];

describe("an id", () => {
  it.each(oddIds)("is one segment of the path, or one value of the query, as it was given: %j", async (id) => {
    const { kb, requests } = createJsonClient([], { baseUrl: `${baseUrl}/a%2Fb`, validate: "off" });
    await kb.bindings.unbind({ brainId: id, bindingId: id });
    await kb.channels.list({ brainId: "b", installationId: id });
    const [path, query] = requests.map(({ url }) => new URL(url));
    const segments = path?.pathname.split("/").map((segment) => decodeURIComponent(segment));
    expect(segments).toEqual(["", "a/b", "v1", "brains", id, "messaging", "bindings", id]);
    expect(path).toMatchObject({ search: "", hash: "", origin: baseUrl });
    expect([...(query?.searchParams ?? [])]).toEqual([["installationId", id]]);
  });

  it.each([".", "..", "%2e%2e"])("may be %j in the query", async (installationId) => {
    const { kb, requests } = createJsonClient([], { validate: "off" });
    await kb.channels.list({ brainId: "b", installationId });
    expect(new URL(requests[0]?.url ?? "").searchParams.get("installationId")).toBe(installationId);
  });
});
