import { InputError, type KnowledgeBase } from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { baseUrl, createJsonClient } from "../helpers/client.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

// Each operation, with an input and a call of it that takes any input.
type Call = (kb: KnowledgeBase, input: never) => Promise<unknown>;
const operations: { readonly [Id in OperationId]: { input: Readonly<Record<string, string>>; call: Call } } = {
  "bindings.update": { input: { brainId: "b", bindingId: "c" }, call: (kb, input) => kb.bindings.update(input) },
  "bindings.unbind": { input: { brainId: "b", bindingId: "c" }, call: (kb, input) => kb.bindings.unbind(input) },
  "channels.list": { input: { brainId: "b", installationId: "i" }, call: (kb, input) => kb.channels.list(input) },
  "oauth.start": { input: { brainId: "b" }, call: (kb, input) => kb.oauth.start(input) },
  "pages.archive": { input: { brainId: "b", slug: "s" }, call: (kb, input) => kb.pages.archive(input) },
  "promptIndex.get": { input: { brainId: "b" }, call: (kb, input) => kb.promptIndex.get(input) },
};

// Expects that an input is rejected before anything is sent or the key is read, and returns the error.
async function expectInputError(id: OperationId, input: unknown): Promise<InputError> {
  const { kb, requests } = createJsonClient([], { apiKey: () => expect.unreachable() });
  const error = await expectRejection(InputError, operations[id].call(kb, input as never));
  expect(error).toMatchObject({ code: "input", operation: id, attempts: [], url: undefined, stopReason: undefined });
  expect(getThrown(() => kb.describe(id, input as never))).toMatchObject({ issues: error.issues });
  expect(requests).toEqual([]);
  return error;
}

// Ids that the client rejects, with its messages. URL parsers resolve dot segments.
const noTexts: readonly unknown[] = [
  null,
  5,
  Number.NaN,
  true,
  1n,
  Symbol("id"),
  {},
  ["b"],
  new String("b"),
  { toString: String },
];
const wrongIds: readonly { message: string; ids: readonly unknown[] }[] = [
  { message: "must not be empty", ids: [""] },
  { message: "must not be a dot segment", ids: [".", "..", "%2e", "%2E", "%2e%2E", ".%2e", "%2E."] },
  { message: "must be well-formed Unicode", ids: ["\ud800", "a\udc00b", "\ude00\ud83d"] },
  { message: "is missing", ids: [undefined] },
  { message: "must be a string, not", ids: noTexts },
];

it("an input of separate arguments is rejected before the options, with its fields", async () => {
  const { kb, requests } = createJsonClient();
  const error = await expectRejection(InputError, kb.pages.archive("b" as never, "s" as never));
  const problem = "input must be one object: { brainId, slug }. Nothing was sent.";
  expect(error.message).toBe(`Failed to archive a page: ${problem}`);
  expect(requests).toEqual([]);
});

describe.each(Object.keys(operations) as OperationId[])("the input of %s", (id) => {
  const { input } = operations[id];
  const pathNames = Object.keys(input).filter((name) => name !== "installationId");

  it.each(wrongIds)("is rejected because an id $message", async ({ message, ids }) => {
    for (const value of ids) {
      for (const name of pathNames) {
        const { issues } = await expectInputError(id, { ...input, [name]: value });
        expect(issues).toEqual([{ path: [name], message: expect.stringContaining(message) }]);
      }
    }
  });

  it.each([
    { name: "extra", text: "the fields are brainId" },
    { name: "constructor", text: "the fields are brainId" },
    { name: "brainID", text: "did you mean brainId?" },
  ])("has no field $name, even if it is undefined", async ({ name, text }) => {
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

const aBoolean = "must be a boolean, not ";

it.each<{ id: OperationId; name: string; message: string; values: unknown[] }>([
  { id: "promptIndex.get", name: "limit", message: "must be a whole number, not 1.5", values: [1.5] },
  { id: "promptIndex.get", name: "limit", message: "must be a number, not NaN", values: [Number.NaN] },
  { id: "promptIndex.get", name: "limit", message: "must be a number, not a string", values: ["5", "", "\ud800"] },
  { id: "channels.list", name: "installationId", message: "must not be empty", values: [""] },
  { id: "channels.list", name: "installationId", message: "is missing", values: [undefined] },
  { id: "channels.list", name: "installationId", message: "must be well-formed Unicode", values: ["a\udc00b"] },
  { id: "bindings.update", name: "notifyBriefs", message: `${aBoolean}a string`, values: ["true"] },
  { id: "bindings.update", name: "notifyConnections", message: `${aBoolean}null`, values: [null] },
  { id: "bindings.update", name: "notifyChanges", message: `${aBoolean}an array`, values: [[], cyclic] },
])("a wrong field of an input is named: $name of $id $message", async ({ id, name, message, values }) => {
  for (const value of values) {
    const { issues } = await expectInputError(id, { ...operations[id].input, [name]: value });
    expect(issues).toEqual([{ path: [name], message: expect.stringContaining(message) }]);
  }
});

it("a field of an input may be a getter of a class", async () => {
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

it.each([0, -5, 100_000, Number.MAX_SAFE_INTEGER])("a limit may have any size, such as %s", async (limit) => {
  const { kb, requests } = createJsonClient();
  await kb.promptIndex.get({ brainId: "b", limit });
  expect(requests[0]?.url).toBe(`${baseUrl}/v1/brains/b/index?limit=${limit}`);
});

it("the error of an input has all problems together", async () => {
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

it.each(oddIds)("the id %j is one segment of the path, or one value of the query", async (id) => {
  const { kb, requests } = createJsonClient([], { baseUrl: `${baseUrl}/a%2Fb`, validate: "off" });
  await kb.bindings.unbind({ brainId: id, bindingId: id });
  await kb.channels.list({ brainId: "b", installationId: id });
  const [path, query] = requests.map(({ url }) => new URL(url));
  const segments = path?.pathname.split("/").map((segment) => decodeURIComponent(segment));
  expect(segments).toEqual(["", "a/b", "v1", "brains", id, "messaging", "bindings", id]);
  expect(path).toMatchObject({ search: "", hash: "", origin: baseUrl });
  expect([...(query?.searchParams ?? [])]).toEqual([["installationId", id]]);
});

it.each([".", "..", "%2e%2e"])("an id may be %j in the query", async (installationId) => {
  const { kb, requests } = createJsonClient([], { validate: "off" });
  await kb.channels.list({ brainId: "b", installationId });
  expect(new URL(requests[0]?.url ?? "").searchParams.get("installationId")).toBe(installationId);
});
