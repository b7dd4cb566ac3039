import { pageSchema } from "@knowledge-base/types";
import { formatIssue, formatPath, parse, parseSync } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as classic from "zod";
import * as z from "zod/mini";
import { samplePage } from "./helpers/samples.ts";

const nested = z.object({ pages: z.array(z.object({ title: z.string(), tags: z.array(z.string()) })) });
const shape = { id: z.string(), seats: z.optional(z.number()) };

// Schemas, values that they reject, and the sentences about them.
// biome-ignore format: one row a line
const rejected: [schema: z.core.$ZodType, value: unknown, ...sentences: string[]][] = [
  [z.string(), undefined, "value is missing"],
  [z.string(), 5, "value must be a string, not 5"],
  [z.string(), null, "value must be a string, not null"],
  [z.string(), true, "value must be a string, not a boolean"],
  [z.string(), {}, "value must be a string, not an object"],
  [z.string(), [], "value must be a string, not an array"],
  [z.string(), 1n, "value must be a string, not a bigint"],
  [z.string(), Symbol("x"), "value must be a string, not a symbol"],
  [z.string(), () => "text", "value must be a string, not a function"],
  [z.number(), "5", "value must be a number, not a string"],
  [z.number(), Number.NaN, "value must be a number, not NaN"],
  [z.int(), 1.5, "value must be a whole number, not 1.5"],
  [z.int().check(z.minimum(1)), 0, "value must be at least 1"],
  [z.int().check(z.maximum(500)), 501, "value must be at most 500"],
  [z.number().check(z.gt(1)), 1, "value must be more than 1"],
  [z.number().check(z.lt(500)), 500, "value must be less than 500"],
  [z.boolean(), 0, "value must be a boolean, not 0"],
  [z.void(), "x", "value must be absent, not a string"],
  [z.array(z.string()), {}, "value must be an array, not an object"],
  [z.array(z.string()), ["text", undefined], "[1] is missing"],
  [z.object({}), [], "value must be an object, not an array"],
  [z.record(z.string(), z.string()), 5, "value must be an object, not 5"],
  [z.enum(["active", "disabled"]), "other", "value must be one of active, disabled"],
  [z.literal([1, 2, "three"]), 4, "value must be one of 1, 2, three"],
  [z.string().check(z.minLength(1)), "", "value must not be empty"],
  [z.string().check(z.minLength(3)), "ab", "value must be at least 3 characters long"],
  [z.string().check(z.maxLength(3)), "abcd", "value must be at most 3 characters long"],
  [z.array(z.string()).check(z.minLength(2)), ["a"], "value must be at least 2 elements long"],
  [z.string().check(z.regex(/^a/, "must begin with an a")), "b", "value must begin with an a"],
  [z.array(z.strictObject({ id: z.string() })), [{ id: "1", name: "x", age: 3 }], "[0] has unknown fields: name, age"],
  [nested, { pages: [{ title: 1, tags: ["x"] }] }, "pages[0].title must be a string, not 1"],
  [nested, { pages: [{ title: "", tags: ["x", null] }] }, "pages[0].tags[1] must be a string, not null"],
  [nested, { pages: [{}] }, "pages[0].title is missing", "pages[0].tags is missing"],
  [classic.object({ id: classic.string().min(1) }), { id: "" }, "id must not be empty"],
  [z.object(shape), { id: 5, seats: "x" }, "id must be a string, not 5", "seats must be a number, not a string"],
  [z.strictObject(shape), { id: "a", colour: "blue" }, "value has unknown fields: colour"],
];

// Schemas that accept a value, and what they return.
// biome-ignore format: one row a line
const accepted: [schema: z.core.$ZodType, value: unknown, output?: unknown][] = [
  [z.string(), "text"],
  [classic.object({ id: classic.string(), on: classic.boolean().optional() }), { id: "1", extra: true }, { id: "1" }],
  [classic.object({ seats: classic.number().default(2) }), {}, { seats: 2 }],
  [classic.object({ seats: classic.number().catch(2) }), {}, { seats: 2 }],
  [classic.string().transform(Number), "5", 5],
  [z.strictObject(shape), { id: "a" }],
  [pageSchema, Object.freeze(samplePage({ addedLater: 1 })), samplePage()],
];

describe("parse and parseSync", () => {
  it.each(rejected)("describe what is wrong: $2", async (schema, value, ...sentences) => {
    for (const result of [parseSync(schema, value), await parse(schema, value)]) {
      expect(result.ok ? [] : result.issues.map((issue) => formatIssue(issue))).toEqual(sentences);
    }
  });

  it.each(accepted)("return a value as the schema parses it: $1", async (schema, value, output = value) => {
    expect(parseSync(schema, value)).toEqual({ ok: true, value: output });
    expect(await parse(schema, value)).toEqual({ ok: true, value: output });
  });

  it("describe at most 100 issues, and count the others", async () => {
    const values = Array.from({ length: 20_000 }, (_, index) => index);
    for (const result of [parseSync(z.array(z.string()), values), await parse(z.array(z.string()), values)]) {
      expect(result).toMatchObject({ ok: false, omitted: 19_900 });
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
    for (const asynchronous of [schema, z.promise(z.string())]) {
      expect(() => parseSync(asynchronous, "a")).toThrow(/async/i);
    }
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
  [[], ""],
  [["pages", 3, "title"], "pages[3].title"],
  [[2], "[2]"],
  [[1, 2, "title"], "[1][2].title"],
  [["pages", "3"], "pages.3"],
  [["a", Symbol("b"), 0], "a.Symbol(b)[0]"],
])("formatPath writes %j like an expression", (path, text) => {
  expect(formatPath(path)).toBe(text);
  expect(formatIssue({ path, message: "is missing" }, "input")).toBe(`${text || "input"} is missing`);
});
