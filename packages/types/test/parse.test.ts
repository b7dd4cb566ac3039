import { pageSchema } from "@knowledge-base/types";
import { formatIssue, formatPath, parse, parseSync } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as classic from "zod";
import * as z from "zod/mini";
import { samplePage } from "./helpers/samples.ts";

const nested = z.object({ pages: z.array(z.object({ title: z.string(), tags: z.array(z.string()) })) });
const shape = { id: z.string(), seats: z.optional(z.number()) };

// Schemas, values that they reject, and what is said about them.
// biome-ignore format: one row a line
const rejected: { schema: z.core.$ZodType; value: unknown; problem: string }[] = [
  { schema: z.string(), value: undefined, problem: "value is missing" },
  { schema: z.string(), value: 5, problem: "value must be a string, not 5" },
  { schema: z.string(), value: null, problem: "value must be a string, not null" },
  { schema: z.string(), value: true, problem: "value must be a string, not a boolean" },
  { schema: z.string(), value: {}, problem: "value must be a string, not an object" },
  { schema: z.string(), value: [], problem: "value must be a string, not an array" },
  { schema: z.string(), value: 1n, problem: "value must be a string, not a bigint" },
  { schema: z.string(), value: Symbol("x"), problem: "value must be a string, not a symbol" },
  { schema: z.string(), value: () => "text", problem: "value must be a string, not a function" },
  { schema: z.number(), value: "5", problem: "value must be a number, not a string" },
  { schema: z.number(), value: Number.NaN, problem: "value must be a number, not NaN" },
  { schema: z.int(), value: 1.5, problem: "value must be a whole number, not 1.5" },
  { schema: z.int().check(z.minimum(1)), value: 0, problem: "value must be at least 1" },
  { schema: z.int().check(z.maximum(500)), value: 501, problem: "value must be at most 500" },
  { schema: z.number().check(z.gt(1)), value: 1, problem: "value must be more than 1" },
  { schema: z.number().check(z.lt(500)), value: 500, problem: "value must be less than 500" },
  { schema: z.boolean(), value: 0, problem: "value must be a boolean, not 0" },
  { schema: z.void(), value: "x", problem: "value must be absent, not a string" },
  { schema: z.array(z.string()), value: {}, problem: "value must be an array, not an object" },
  { schema: z.array(z.string()), value: ["text", undefined], problem: "[1] is missing" },
  { schema: z.object({}), value: [], problem: "value must be an object, not an array" },
  { schema: z.record(z.string(), z.string()), value: 5, problem: "value must be an object, not 5" },
  { schema: z.enum(["active", "disabled"]), value: "other", problem: "value must be one of active, disabled" },
  { schema: z.literal([1, 2, "three"]), value: 4, problem: "value must be one of 1, 2, three" },
  { schema: z.string().check(z.minLength(1)), value: "", problem: "value must not be empty" },
  { schema: z.string().check(z.minLength(3)), value: "ab", problem: "value must be at least 3 characters long" },
  { schema: z.string().check(z.maxLength(3)), value: "abcd", problem: "value must be at most 3 characters long" },
  { schema: z.array(z.string()).check(z.minLength(2)), value: ["a"], problem: "value must be at least 2 elements long" },
  { schema: z.string().check(z.regex(/^a/, "must begin with an a")), value: "b", problem: "value must begin with an a" },
  { schema: z.array(z.strictObject({ id: z.string() })), value: [{ id: "", a: 1, b: 2 }], problem: "[0] has unknown fields: a, b" },
  { schema: nested, value: { pages: [{ title: 1, tags: ["x"] }] }, problem: "pages[0].title must be a string, not 1" },
  { schema: nested, value: { pages: [{ title: "", tags: ["x", null] }] }, problem: "pages[0].tags[1] must be a string, not null" },
  { schema: nested, value: { pages: [{}] }, problem: "pages[0].title is missing, and pages[0].tags is missing" },
  { schema: classic.object({ id: classic.string().min(1) }), value: { id: "" }, problem: "id must not be empty" },
  { schema: z.object(shape), value: { id: 5, seats: null }, problem: "id must be a string, not 5, and seats must be a number, not null" },
  { schema: z.strictObject(shape), value: { id: "a", colour: "blue" }, problem: "value has unknown fields: colour" },
];

// Schemas that accept a value, and what they return.
const accepted: { schema: z.core.$ZodType; value: unknown; output?: unknown }[] = [
  { schema: z.string(), value: "text" },
  { schema: classic.object({ on: classic.boolean().optional() }), value: { extra: true }, output: {} },
  { schema: classic.object({ seats: classic.number().default(2) }), value: {}, output: { seats: 2 } },
  { schema: classic.object({ seats: classic.number().catch(2) }), value: {}, output: { seats: 2 } },
  { schema: classic.string().transform(Number), value: "5", output: 5 },
  { schema: z.strictObject(shape), value: { id: "a" } },
  { schema: pageSchema, value: Object.freeze(samplePage({ addedLater: 1 })), output: samplePage() },
];

describe("parse and parseSync", () => {
  it.each(rejected)("say that $problem", async ({ schema, value, problem }) => {
    for (const result of [parseSync(schema, value), await parse(schema, value)])
      expect(result.ok ? [] : result.issues.map((issue) => formatIssue(issue)).join(", and ")).toBe(problem);
  });

  it.each(accepted)("return a value as the schema parses it: $value", async ({ schema, value, output = value }) => {
    expect(parseSync(schema, value)).toEqual({ ok: true, value: output });
    expect(await parse(schema, value)).toEqual({ ok: true, value: output });
  });

  it("describe at most 100 issues", async () => {
    const values = Array.from({ length: 20_000 }, (_, index) => index);
    for (const result of [parseSync(z.array(z.string()), values), await parse(z.array(z.string()), values)]) {
      expect(result).toMatchObject({ ok: false });
      expect(result.ok ? [] : result.issues).toHaveLength(100);
    }
  });

  it("report a value that is nested too deeply for a recursive schema", async () => {
    const tree = classic.object({
      get inner() {
        return classic.optional(tree);
      },
    });
    const deep: unknown = JSON.parse(`${'{"inner":'.repeat(50_000)}{}${"}".repeat(50_000)}`);
    const expected = { ok: false, issues: [{ path: [], message: "is nested too deeply for its schema" }] };
    expect(parseSync(tree, deep)).toEqual(expected);
    expect(await parse(tree, deep)).toEqual(expected);
  });

  it("await asynchronous schemas, or throw", async () => {
    const schema = z.string().check(z.refine(async (text) => text === "a", "must be a"));
    expect(await parse(schema, "a")).toEqual({ ok: true, value: "a" });
    expect(await parse(schema, "b")).toEqual({ ok: false, issues: [{ path: [], message: "must be a" }] });
    for (const asynchronous of [schema, z.promise(z.string())])
      expect(() => parseSync(asynchronous, "a")).toThrow(/async/i);
  });

  it("throw what a function of a schema throws", async () => {
    const error = new Error("broken");
    const schema = z.pipe(
      z.string(),
      z.transform(() => {
        throw error;
      }),
    );
    expect(() => parseSync(schema, "a")).toThrow(error);
    await expect(parse(schema, "a")).rejects.toBe(error);
  });
});

it.each([
  { path: [], text: "" },
  { path: ["pages", 3, "title"], text: "pages[3].title" },
  { path: [2], text: "[2]" },
  { path: [1, 2, "title"], text: "[1][2].title" },
  { path: ["pages", "3"], text: "pages.3" },
  { path: ["a", Symbol("b"), 0], text: "a.Symbol(b)[0]" },
])("formatPath writes $path like an expression", ({ path, text }) => {
  expect(formatPath(path)).toBe(text);
  expect(formatIssue({ path, message: "is missing" }, "input")).toBe(`${text || "input"} is missing`);
});
