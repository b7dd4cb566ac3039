import { defineOperation, InputError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { baseUrl, connect } from "./helpers/client.ts";
import { base } from "./helpers/own-operation.ts";
import { expectRejection, getRejection, getThrown } from "./helpers/rejections.ts";

const cyclic: unknown[] = [];
cyclic.push(cyclic);

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(() => resolve(value)));

describe("the request of an own operation", () => {
  it("has a query, a body and a path as its schemas return them, and leaves the input as it is", async () => {
    const search = defineOperation({
      ...base,
      path: "/v1/brains/{brainId}/search",
      query: z.object({
        limit: z.coerce.number<string | number>().int().default(20),
        since: z
          .date()
          .transform((date) => date.toISOString())
          .optional(),
        archived: z.boolean().nullable().optional(),
        "a&b": z.string().optional(),
      }),
      body: z.object({ title: z.string().trim(), bucket: z.enum(["inbox", "notes"]).default("inbox") }),
    });
    const { kb, requests } = connect({ ok: true });
    const input = Object.freeze({ brainId: "a/b", limit: "7", since: new Date(0), archived: false, title: " ä\n" });
    await kb.call(search, { brainId: "b", title: "A", archived: null });
    await kb.call(search, input);
    await kb.call(search, { brainId: "b", title: "A", bucket: "notes", "a&b": "c=d e" });
    expect(requests.map(({ url, body }) => [url.slice(baseUrl.length), JSON.parse(body ?? "")])).toEqual([
      ["/v1/brains/b/search?limit=20", { title: "A", bucket: "inbox" }],
      [
        "/v1/brains/a%2Fb/search?limit=7&since=1970-01-01T00%3A00%3A00.000Z&archived=false",
        { title: "ä", bucket: "inbox" },
      ],
      ["/v1/brains/b/search?limit=20&a%26b=c%3Dd%20e", { title: "A", bucket: "notes" }],
    ]);
    const description = kb.describe(search, input, { headers: { "x-one": "1" } });
    expect(description).toMatchObject({
      method: "POST",
      url: requests[1]?.url,
      body: '{"title":"ä","bucket":"inbox"}',
    });
    expect(input.title).toBe(" ä\n");
  });

  it.each([
    [undefined, "?tags=a&tags=b%26c&tags=1&tags=true"],
    ["repeat", "?tags=a&tags=b%26c&tags=1&tags=true"],
    ["comma", "?tags=a,b%26c,1,true"],
    ["brackets", "?tags%5B%5D=a&tags%5B%5D=b%26c&tags%5B%5D=1&tags%5B%5D=true"],
  ] as const)("writes lists in its query: %s", async (queryArrays, expected) => {
    const query = z.object({
      tags: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
      limit: z.number(),
    });
    const list = defineOperation({ ...base, query, ...(queryArrays && { queryArrays }) });
    const { kb, requests } = connect({ ok: true });
    await kb.call(list, { tags: ["a", "b&c", 1, true], limit: 5 });
    await kb.call(list, { tags: [], limit: 5 });
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([`${expected}&limit=5`, "?limit=5"]);
  });

  it.each<[string, () => unknown]>([
    ["an object", () => ({ deep: true })],
    ["a list of objects", () => [{}]],
    ["a list of lists", () => [["a"]]],
    ["a date", () => new Date(0)],
    ["a function", () => () => {}],
    ["a bigint", () => 5n],
    ["text that is no Unicode", () => "\ud800"],
    ["a list with text that is no Unicode", () => ["\ud800"]],
  ])("cannot have %s in its query", async (_, create) => {
    const odd = defineOperation({ ...base, query: z.object({ limit: z.string().transform(create) }) }) as never;
    const { kb, requests } = connect({ ok: true });
    const error = await expectRejection(InputError, kb.call(odd, { limit: "5" } as never));
    expect([error.issues.map(({ path }) => path), requests]).toEqual([[["limit"]], []]);
  });

  it.each<[string, unknown]>([
    ["a bigint", 5n],
    ["a map", new Map([["a", 1]])],
    ["a set further in", { notes: [{ note: new Set([1]) }] }],
    ["a promise, whose await is missing", { note: Promise.resolve(1) }],
    ["bytes", new ArrayBuffer(4)],
    ["a form", new URLSearchParams("a=b")],
    ["a cycle", cyclic],
  ])("cannot have what JSON has no form for in its body: %s", async (_, note) => {
    const { kb, requests } = connect({ ok: true });
    const add = defineOperation({ ...base, body: z.object({ note: z.unknown() }) });
    await expectRejection(InputError, kb.call(add, { note }));
    expect(getThrown(() => kb.describe(add, { note }))).toBeInstanceOf(InputError);
    expect(requests).toEqual([]);
  });

  it("may have a placeholder in its path with another name than a field of its body", async () => {
    const path = "/v1/pages/{currentSlug}";
    const rename = defineOperation({ ...base, path, method: "PATCH", body: z.object({ slug: z.string() }) });
    const { kb, requests } = connect({ ok: true });
    await kb.call(rename, { currentSlug: "old one", slug: "new" });
    expect(requests).toMatchObject([{ method: "PATCH", url: `${baseUrl}/v1/pages/old%20one`, body: '{"slug":"new"}' }]);
    await expectRejection(InputError, kb.call(rename, { slug: "new" } as never));
  });

  it("has all fields if the schema of its body, or else of its query, accepts unlisted ones", async () => {
    const fields = { title: "A", colour: "red", depth: 2, none: undefined };
    const open = z.object({ title: z.string() }).catchall(z.union([z.string(), z.number()]));
    const { kb, requests } = connect({ ok: true });
    await kb.call(defineOperation({ ...base, body: z.looseObject({ title: z.string() }) }), fields);
    await kb.call(defineOperation({ ...base, query: open }), fields as never);
    const both = defineOperation({ ...base, query: z.looseObject({ limit: z.number() }), body: open });
    await kb.call(both, { limit: 5, title: "A", colour: "red" } as never);
    expect(requests.map(({ url, body }) => [new URL(url).search, body && JSON.parse(body)])).toEqual([
      ["", { title: "A", colour: "red", depth: 2 }],
      ["?title=A&colour=red&depth=2", null],
      ["?limit=5", { title: "A", colour: "red" }],
    ]);
    for (const body of [z.object({ title: z.string() }), z.strictObject({ title: z.string() })]) {
      const error = await expectRejection(InputError, kb.call(defineOperation({ ...base, body }), fields as never));
      expect(error.message).toContain("colour is not a known field");
    }
  });

  it("is not sent if the input is invalid, for asynchronous schemas too", async () => {
    const careful = defineOperation({
      ...base,
      path: "/v1/brains/{brainId}",
      query: z.object({ limit: z.number().refine((limit) => later(limit < 10), "is too large") }),
      body: z.object({ title: z.string().transform((title) => later(title.toUpperCase())) }),
    });
    const { kb, requests } = connect({ ok: true });
    const wrong = { brainId: "..", limit: 50, title: 5, colour: "red" } as never;
    const error = await expectRejection(InputError, kb.call(careful, wrong));
    expect(error.issues.map(({ path }) => path)).toEqual([["brainId"], ["colour"], ["limit"], ["title"]]);
    expect(error).toMatchObject({
      operation: "pages.search",
      message: expect.stringMatching(/^Failed to search pages: /),
    });
    expect(requests).toEqual([]);
    await kb.call(careful, { brainId: "b", limit: 5, title: "free" });
    expect(requests.map(({ url, body }) => [new URL(url).search, body])).toEqual([["?limit=5", '{"title":"FREE"}']]);
    expect(getThrown(() => kb.describe(careful, { brainId: "b", limit: 5, title: "free" }))).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/a schema of the input failed.*synchronous/),
    });
  });

  it("is not sent if its input is nested too deeply for its schema, or has very many wrong items", async () => {
    const tree: z.ZodType = z.lazy(() => z.object({ inner: tree.optional() }));
    let deep = {};
    for (let depth = 0; depth < 20_000; depth += 1) deep = { inner: deep };
    const items = Array.from({ length: 200_000 }, () => 5);
    const nested = defineOperation({ ...base, body: z.object({ tree }) });
    const listed = defineOperation({ ...base, body: z.object({ items: z.array(z.string()) }) });
    const { kb, requests } = connect({ ok: true });
    await expectRejection(InputError, kb.call(nested, { tree: deep } as never));
    const { issues } = await expectRejection(InputError, kb.call(listed, { items } as never));
    expect([issues.length > 0, issues.length <= 100, requests]).toEqual([true, true, []]);
  });

  it.each(["query", "body"] as const)("is not sent if a schema of its %s throws", async (part) => {
    const fail = (): never => {
      throw new Error("it is broken");
    };
    const operation = defineOperation({ ...base, [part]: z.object({ text: z.string().transform(fail) }) });
    const { kb, requests } = connect({ ok: true });
    expect(await getRejection(kb.call(operation, { text: "a" } as never))).toMatchObject({
      code: "configuration",
      message: "Failed to search pages: a schema of the input failed: it is broken.",
      cause: { message: "it is broken" },
    });
    expect(requests).toEqual([]);
  });
});
