import { type ClientOptions, defineOperation, type Operation } from "@knowledge-base/sdk";
import { contract } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { getRejection } from "./expect-rejection.ts";
import { connect } from "./helpers/expect-problem.ts";
import { getThrown } from "./helpers/operation-calls.ts";

const valid = {
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: z.object({ slug: z.string() }) },
  errors: [401, 404],
  idempotency: "idempotent",
} as const;

const aPath = /path /;

/** Declarations that are rejected: the fields that differ from a valid one, and what the message says. */
const wrong: readonly (readonly [problem: RegExp, differences: readonly object[]])[] = [
  [/\bid\b/, [{ id: undefined }, { id: "" }, { id: 5 }]],
  [/summary/, [{ summary: undefined }, { summary: "" }]],
  [/method/, [{ method: undefined }, { method: "TRACE" }, { method: "post" }]],
  [/idempotency/, [{ idempotency: undefined }, { idempotency: "maybe" }]],
  [/retries is not a field/, [{ retries: 5 }]],
  [/sucess is not a field; did you mean success\?/, [{ sucess: 1 }]],
  [/errors/, [{ errors: undefined }, { errors: 404 }, { errors: ["404"] }, { errors: [404.5] }]],
  [/errors\[0\]/, [{ errors: [200] }, { errors: [302] }, { errors: [600] }]],
  [/success/, [{ success: undefined }, { success: { status: 200 } }, { success: { status: 200, schema: { a: "b" } } }]],
  [/status/, [404, 302, 200.5].map((status) => ({ success: { status, schema: z.object({}) } }))],
  [
    /schema/,
    [{ success: { status: 200, schema: { "~standard": { version: 1, vendor: "x", validate: () => ({}) } } } }],
  ],
  [/204/, [{ success: { status: 204, schema: z.object({}) } }]],
  [/body/, [{ method: "GET", body: z.object({ a: z.string() }) }, { body: z.string() }]],
  [/body/, [{ body: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }]],
  [/query/, [{ query: z.array(z.string()) }, { query: { limit: "number" } }]],
  [/queryArrays/, [{ queryArrays: "csv" }, { queryArrays: true }]],
  [/slug/, [{ query: z.object({ slug: z.string() }) }, { body: z.object({ slug: z.string() }) }]],
  [/\ba\b/, [{ query: z.object({ a: z.string() }), body: z.object({ a: z.string() }) }]],
  [aPath, ["", "v1/x", ".evil.example/x", ":81/x", "@evil.example/x", "//evil.example/x"].map((path) => ({ path }))],
  [aPath, ["/\\evil.example/x", "https://evil.example/x", "?x=/v1", "/v1?a=1", "/v1#a"].map((path) => ({ path }))],
  [aPath, ["/v1\\x", "/v1/a b", "/v1/a\nb", " /v1", "/v1/\u0000", "/v1/\u2028x"].map((path) => ({ path }))],
  [aPath, ["/v1/../admin", "/.", "/v1/%2e%2E/admin", "/v1/.%2E/x"].map((path) => ({ path }))],
  [aPath, ["/v1/{brainId", "/v1/}a{", "/v1/{}", "/v1/{a{b}}", "/v1/{a}/{a}"].map((path) => ({ path }))],
  [aPath, [{ path: new URL("https://evil.example/x") }]],
];

describe("defineOperation rejects, and a client neither calls nor describes, an operation", () => {
  it.each(wrong)("with a problem that matches %s", async (problem, differences) => {
    for (const difference of differences) {
      const operation = { ...valid, ...difference } as Operation;
      const error = getThrown(() => defineOperation(operation)) as Error;
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toMatch(/^Failed to define (the operation .+|an operation): .+[.?]$/);
      expect(error.message).toMatch(problem);
      const { kb, requests } = connect();
      const input = { brainId: "b", slug: "s" };
      expect(await getRejection(kb.call(operation, input))).toHaveProperty("code", "configuration");
      expect(getThrown(() => kb.describe(operation, input))).toHaveProperty("code", "configuration");
      expect(requests).toEqual([]);
    }
  });

  it.each([undefined, null, "pages.restore", [valid], {}, 5])("that is %j", (operation) => {
    expect(getThrown(() => defineOperation(operation as never))).toBeInstanceOf(TypeError);
  });
});

describe("defineOperation accepts", () => {
  it.each<[string, object]>([
    ["a minimal path", { path: "/" }],
    ["dots and text beside parameters", { path: "/v1/..x/{brainId}:restore/{slug}.json" }],
    ["encoded letters in a path", { path: "/v1/%C3%A4/{brainId}/{slug}" }],
    ["no errors", { errors: [] }],
    ["errors of every kind", { errors: [400, 403, 409, 422, 429, 500, 599] }],
    ["a PUT with a body", { method: "PUT", body: z.object({ title: z.string() }) }],
    ["schemas of zod/mini", { success: { status: 200, schema: mini.object({ slug: mini.string() }) } }],
    ["open and strict schemas", { query: z.strictObject({}), body: z.looseObject({ title: z.string() }) }],
    ["no content", { success: { status: 204, schema: z.void() } }],
    ["each way to write a list", { queryArrays: "comma" }],
  ])("%s, and returns a copy of the declaration", (_, difference) => {
    const given = Object.freeze({ ...valid, ...difference }) as unknown as typeof valid;
    const defined = defineOperation(given);
    expect(Object.fromEntries(Object.entries(defined))).toEqual(given);
    expect(defined).not.toBe(given);
    expect(defined.success.schema).toBe(given.success.schema);
  });
});

describe("a client calls and describes", () => {
  const options: ClientOptions = { fetch: async () => Response.json({ slug: "a" }, { status: 201 }) };
  const input = { brainId: "b", slug: "a" };

  it("an operation that defineOperation has returned", async () => {
    const { kb } = connect(options);
    const operation = defineOperation(valid);
    expect(await kb.call(operation, input)).toEqual({ slug: "a" });
    expect(kb.describe(operation, input).url).toMatch(/\/v1\/brains\/b\/pages\/a\/restore$/);
  });

  const unnamed = ["pages.archive", "typo", "", undefined, null, 5, [], () => {}, { ...valid, id: "" }, { id: 5 }];

  it.each<[operation: unknown, name: string]>([
    [valid, "the operation pages.restore"],
    [{ ...contract["pages.archive"] }, "the operation pages.archive"],
    ...unnamed.map((operation): [unknown, string] => [operation, "an operation"]),
  ])("nothing else: call rejects %j as %s", async (operation, name) => {
    const { kb, requests } = connect();
    const error = await getRejection(kb.call(operation as never, input as never));
    expect(error).toMatchObject({
      code: "configuration",
      attempts: [],
      message: `Failed to call ${name}: it is neither an operation of the service, nor one that defineOperation has returned.`,
    });
    expect(requests).toEqual([]);
  });

  const unknownIds = ["pages.archiv", "toString", "__proto__", "constructor", "colour"];

  it.each([...unknownIds, undefined, null, 5, {}, ["pages.archive"], Object.create(null), valid])(
    "nothing else: describe throws for %j",
    (operation) => {
      expect(getThrown(() => connect().kb.describe(operation as never, input as never))).toMatchObject({
        code: "configuration",
        message: expect.stringContaining("neither an operation of the service"),
      });
    },
  );
});
