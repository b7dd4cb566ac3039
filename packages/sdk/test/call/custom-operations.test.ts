import { inspect } from "node:util";
import { defineOperation, InputError } from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { baseUrl, createJsonClient } from "../helpers/client.ts";
import { defineWith, validOperation } from "../helpers/operation-calls.ts";
import { expectRejection, getThrown } from "../helpers/rejections.ts";

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(() => resolve(value)));

// Calls operations, and returns the path, query and body of each request.
async function send(...calls: readonly (readonly [parts: object, input: object])[]) {
  const { kb, requests } = createJsonClient({ ok: true });
  for (const [parts, input] of calls) await kb.call(defineWith(parts), input as never);
  return requests.map(({ url, body }) => [url.slice(baseUrl.length), body && JSON.parse(body)]);
}

// Expects that a call and a description are rejected, and nothing is sent. Returns the reason.
async function expectRejected(parts: object, input: object) {
  const { kb, requests } = createJsonClient({ ok: true });
  const reason = await expectRejection(Error, kb.call(defineWith(parts), input as never));
  expect(getThrown(() => kb.describe(defineWith(parts), input as never))).toBeInstanceOf(Error);
  expect(requests).toEqual([]);
  return reason;
}

it("a custom operation sends its query, body and path as its schemas return them, and the input stays as it is", async () => {
  const search = defineOperation({
    ...validOperation,
    path: "/v1/brains/{brainId}/search",
    query: z.object({
      limit: z.coerce.number<string | number>().int().default(20),
      since: z.optional(z.date().transform((date) => date.toISOString())),
      archived: z.boolean().nullable().optional(),
      "a&b": z.string().optional(),
    }),
    body: z.object({ title: z.string().trim(), bucket: z.enum(["inbox", "notes"]).default("inbox") }),
  });
  const { kb, requests } = createJsonClient({ ok: true });
  const input = Object.freeze({ brainId: "a/b", limit: "7", since: new Date(0), archived: false, title: " ä\n" });
  await kb.call(search, { brainId: "b", title: "A", archived: null });
  await kb.call(search, input);
  await kb.call(search, { brainId: "b", title: "A", bucket: "notes", "a&b": "c=d e" });
  expect(requests.map(({ url, body }) => [url.slice(baseUrl.length + "/v1/brains".length), body])).toEqual([
    ["/b/search?limit=20", '{"title":"A","bucket":"inbox"}'],
    ["/a%2Fb/search?limit=7&since=1970-01-01T00%3A00%3A00.000Z&archived=false", '{"title":"ä","bucket":"inbox"}'],
    ["/b/search?limit=20&a%26b=c%3Dd%20e", '{"title":"A","bucket":"notes"}'],
  ]);
  const { method, url, body } = kb.describe(search, input, { headers: { "x-one": "1" } });
  expect({ method, url, body }).toEqual({ method: "POST", url: requests[1]?.url, body: requests[1]?.body });
});

it("the request of a custom operation has the lists of its query in the form that it declares", async () => {
  const list = { query: z.object({ tags: z.array(z.string()) }) };
  const input = { tags: ["a", "b&c"] };
  const urlOf = async (form: object, given = input) => (await send([{ ...list, ...form }, given]))[0]?.[0];
  expect(await urlOf({})).toBe("/v1/search?tags=a&tags=b%26c");
  expect(await urlOf({ queryArrays: "comma" })).toBe("/v1/search?tags=a,b%26c");
  expect(await urlOf({ queryArrays: "brackets" })).toBe("/v1/search?tags%5B%5D=a&tags%5B%5D=b%26c");
  for (const form of [{}, { queryArrays: "comma" }]) expect(await urlOf(form, { tags: [] })).toBe("/v1/search");
});

it("the request of a custom operation has all fields if the schema of its body, or else of its query, accepts unlisted ones", async () => {
  const fields = { title: "A", colour: "red", depth: 2, none: undefined };
  const open = z.object({ title: z.string() }).catchall(z.union([z.string(), z.number()]));
  const both = { query: z.looseObject({ limit: z.number() }), body: open };
  const sent = await send(
    [{ body: z.looseObject({ title: z.string() }) }, fields],
    [{ query: open }, fields],
    [both, { limit: 5, title: "A", colour: "red" }],
  );
  expect(sent).toEqual([
    ["/v1/search", { title: "A", colour: "red", depth: 2 }],
    ["/v1/search?title=A&colour=red&depth=2", null],
    ["/v1/search?limit=5", { title: "A", colour: "red" }],
  ]);
  for (const body of [z.object({ title: z.string() }), z.strictObject({ title: z.string() })]) {
    const { message } = (await expectRejected({ body }, fields)) as InputError;
    expect(message).toContain("colour is not a known field");
  }
});

it("the request of a custom operation may have a placeholder in its path with another name than a field of its body", async () => {
  const rename = { path: "/v1/pages/{currentSlug}", method: "PATCH", body: z.object({ slug: z.string() }) };
  const sent = await send([rename, { currentSlug: "old one", slug: "new" }]);
  expect(sent).toEqual([["/v1/pages/old%20one", { slug: "new" }]]);
  expect(await expectRejected(rename, { slug: "new" })).toBeInstanceOf(InputError);
});

describe("the input of a custom operation", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);

  const unwritable = [{ deep: true }, [{}], [["a"]], new Date(0), () => {}, 5n, "\ud800", ["\ud800"]];

  it.each(unwritable)("has nothing in its query that has no form in a URL, such as %o", async (value) => {
    const query = z.object({ limit: z.string().transform(() => value) });
    const reason = await expectRejected({ query }, { limit: "5" });
    expect(reason).toMatchObject({ code: "input", issues: [{ path: ["limit"] }] });
  });

  it.each([{ note: 5n }, { note: cyclic }])("has only JSON in its body, unlike %o", async ({ note }) => {
    const reason = await expectRejected({ body: z.object({ note: z.unknown() }) }, { note });
    expect(reason).toBeInstanceOf(InputError);
    expect(Object(reason).message).toContain(": input has a value that JSON cannot represent.");
  });

  it("is neither nested too deeply for its schema nor reported with more than 100 issues", async () => {
    const tree: z.ZodType = z.lazy(() => z.object({ inner: tree.optional() }));
    let deep = {};
    for (let depth = 0; depth < 20_000; depth += 1) deep = { inner: deep };
    expect(await expectRejected({ body: z.object({ tree }) }, { tree: deep })).toBeInstanceOf(InputError);
    const items = Array.from({ length: 200_000 }, () => 5);
    const reason = await expectRejected({ body: z.object({ items: z.array(z.string()) }) }, { items });
    expect((reason as InputError).issues.length).toBeLessThanOrEqual(100);
  });

  it("has all problems together, also those of asynchronous schemas, which describe() can't use", async () => {
    const careful = defineOperation({
      ...validOperation,
      path: "/v1/brains/{brainId}",
      query: z.object({ limit: z.number().refine((limit) => later(limit < 10), "is too large") }),
      body: z.object({ title: z.string().transform((title) => later(title.toUpperCase())) }),
    });
    const { kb, requests } = createJsonClient({ ok: true });
    const wrong = { brainId: "..", limit: 50, title: 5, colour: "red" } as never;
    const error = await expectRejection(InputError, kb.call(careful, wrong));
    expect(error.issues.map(({ path }) => path)).toEqual([["brainId"], ["colour"], ["limit"], ["title"]]);
    expect(error.message).toMatch(/^Failed to search pages: /);
    const input = { brainId: "b", limit: 5, title: "free" };
    await kb.call(careful, input);
    expect(requests).toMatchObject([{ url: `${baseUrl}/v1/brains/b?limit=5`, body: '{"title":"FREE"}' }]);
    expect(getThrown(() => kb.describe(careful, input))).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/a schema of the input failed.*synchronous/),
    });
  });

  it.each(["query", "body"])("is not sent if a schema of its %s throws", async (part) => {
    const fail = (): never => {
      throw new Error("it is broken");
    };
    const parts = { [part]: z.object({ text: z.string().transform(fail) }) };
    expect(await expectRejected(parts, { text: "a" })).toMatchObject({
      code: "configuration",
      message: "Failed to search pages: a schema of the input failed: it is broken.",
      cause: { message: "it is broken" },
    });
  });
});

const valid = { ...validOperation, path: "/v1/brains/{brainId}/pages/{slug}/restore" } as const;
const input = { brainId: "b", slug: "a" };
const forged = Object.create(contract["promptIndex.get"], { path: { value: ".evil.example/{brainId}" } });

// What is no operation, and how the error names it.
// biome-ignore format: one row a line
const others: readonly { what: string; operation: unknown; name: string }[] = [
  { what: "a declaration", operation: valid, name: "the operation pages.search" },
  { what: "a declaration without an id", operation: { ...valid, id: "" }, name: "an operation" },
  { what: "a copy of an operation", operation: { ...contract["pages.archive"] }, name: "the operation pages.archive" },
  { what: "an object that inherits from an operation", operation: forged, name: "the operation promptIndex.get" },
  { what: "an unknown id", operation: "pages.archiv", name: "an operation" },
  { what: "the name of a property of objects", operation: "__proto__", name: "an operation" },
  ...[undefined, null, "", 5, [], {}, () => {}].map((operation) => {
    return { what: inspect(operation), operation, name: "an operation" };
  }),
];

it.each(others)("a client neither calls nor describes $what", async ({ operation, name }) => {
  const { kb, requests } = createJsonClient();
  const problem = "it is neither an operation of the service, nor one that defineOperation has returned.";
  const message = `Failed to call ${name}: ${problem} Pass the object that defineOperation returned, not a copy.`;
  const error = await expectRejection(Error, kb.call(operation as never, input as never));
  expect(error).toMatchObject({ code: "configuration", attempts: [], message });
  expect(requests).toEqual([]);
  const described = getThrown(() => kb.describe(operation as never, input as never));
  expect(described).toMatchObject({ code: "configuration", message: expect.stringContaining(problem) });
});

it("a client names the method for an id that is given to call", async () => {
  const error = await expectRejection(Error, createJsonClient().kb.call("pages.archive" as never, input as never));
  expect(error).toMatchObject({
    code: "configuration",
    message: "Failed to call an operation: call takes an operation, not an id: use kb.pages.archive(input).",
  });
});

it("a client sends to the path with which an operation was defined, even if it is changed later", async () => {
  for (const path of [".evil.example/x", "//evil.example/x", ":81/x", "@evil.example/x"]) {
    const given = { ...validOperation };
    const operation = defineOperation(given);
    for (const changed of [given, operation]) Reflect.set(changed, "path", path);
    const { kb, requests } = createJsonClient();
    await kb.call(operation, {}).safe();
    expect(requests.filter(({ url }) => new URL(url).origin !== baseUrl)).toEqual([]);
  }
});
