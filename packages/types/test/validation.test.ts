import { identifierSchema, pageSchema, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as classic from "zod";
import * as z from "zod/mini";
import { samplePage } from "./samples.ts";

const messageOf = (schema: z.core.$ZodType, value: unknown): string[] => {
  const validation = validate(schema, value);
  return validation.ok ? [] : validation.issues.map(({ message }) => message);
};

describe("validate", () => {
  it("returns a valid value", () => {
    expect(validate(z.string(), "text")).toEqual({ ok: true, value: "text" });
  });

  it.each([
    ["a default", classic.object({ seats: classic.number().default(2) })],
    ["a default of an optional field", classic.object({ seats: classic.number().default(2).optional() })],
    ["a fallback", classic.object({ seats: classic.number().catch(2) })],
  ])("returns a value with %s", (_, schema) => {
    expect(validate(schema, {})).toEqual({ ok: true, value: { seats: 2 } });
  });

  it("has a message for a missing value", () => {
    expect(validate(z.string(), undefined)).toEqual({ ok: false, issues: [{ path: [], message: "is missing" }] });
  });

  it("has a message for a missing element", () => {
    expect(validate(z.array(z.string()), ["text", undefined])).toEqual({
      ok: false,
      issues: [{ path: [1], message: "is missing" }],
    });
  });

  it("has the same message for a missing enum or embedding", () => {
    expect(validate(pageSchema, samplePage({ pageType: undefined, embedding: undefined }))).toEqual({
      ok: false,
      issues: [
        { path: ["pageType"], message: "is missing" },
        { path: ["embedding"], message: "is missing" },
      ],
    });
  });

  it.each([
    [z.string(), 5, "must be a string, not 5"],
    [z.string(), null, "must be a string, not null"],
    [z.string(), true, "must be a string, not a boolean"],
    [z.string(), {}, "must be a string, not an object"],
    [z.string(), [], "must be a string, not an array"],
    [z.string(), 1n, "must be a string, not a bigint"],
    [z.string(), Symbol("x"), "must be a string, not a symbol"],
    [z.string(), () => "text", "must be a string, not a function"],
    [z.number(), "5", "must be a number, not a string"],
    [z.number(), Number.NaN, "must be a number, not NaN"],
    [z.int(), 1.5, "must be a whole number, not 1.5"],
    [z.int(), "5", "must be a number, not a string"],
    [z.boolean(), "true", "must be a boolean, not a string"],
    [z.boolean(), 0, "must be a boolean, not 0"],
    [z.array(z.string()), {}, "must be an array, not an object"],
    [z.array(z.string()), "text", "must be an array, not a string"],
    [z.object({}), null, "must be an object, not null"],
    [z.object({}), [], "must be an object, not an array"],
    [z.record(z.string(), z.string()), 5, "must be an object, not 5"],
  ])("has the expected type in its message: %#", (schema, value, message) => {
    expect(messageOf(schema, value)).toEqual([message]);
  });

  it.each(["other", "", "Active", 5, null, [], true])("lists the values of an enum for %j", (value) => {
    expect(messageOf(z.enum(["active", "disabled"]), value)).toEqual(["must be one of active, disabled"]);
  });

  it("lists the values of a literal", () => {
    expect(messageOf(z.literal([1, 2, "three"]), 4)).toEqual(["must be one of 1, 2, three"]);
  });

  it("has a message for an empty identifier", () => {
    expect(validate(identifierSchema, "")).toEqual({ ok: false, issues: [{ path: [], message: "must not be empty" }] });
    expect(validate(identifierSchema, " ")).toEqual({ ok: true, value: " " });
    expect(messageOf(identifierSchema, 5)).toEqual(["must be a string, not 5"]);
  });

  it("has the limits of a number in its message", () => {
    const limit = z.int().check(z.minimum(1), z.maximum(500));
    expect(messageOf(limit, 0)).toEqual(["must be at least 1"]);
    expect(messageOf(limit, 501)).toEqual(["must be at most 500"]);
    expect(messageOf(limit, 1)).toEqual([]);
    expect(messageOf(limit, 500)).toEqual([]);
  });

  it("states whether a bound is included", () => {
    expect(messageOf(z.number().check(z.gt(1)), 1)).toEqual(["must be more than 1"]);
    expect(messageOf(z.number().check(z.lt(500)), 500)).toEqual(["must be less than 500"]);
  });

  it("has the limits of a length in its message", () => {
    expect(messageOf(z.string().check(z.minLength(3)), "ab")).toEqual(["must be at least 3 characters long"]);
    expect(messageOf(z.string().check(z.maxLength(3)), "abcd")).toEqual(["must be at most 3 characters long"]);
    expect(messageOf(z.array(z.string()).check(z.minLength(2)), ["a"])).toEqual(["must be at least 2 elements long"]);
    expect(messageOf(z.array(z.string()).check(z.maxLength(1)), ["a", "b"])).toEqual([
      "must be at most 1 elements long",
    ]);
  });

  it("uses the message of the schema's author", () => {
    expect(messageOf(z.string().check(z.regex(/^a/, "must begin with an a")), "b")).toEqual(["must begin with an a"]);
    expect(
      messageOf(
        z.custom(() => false, "must be something else"),
        "b",
      ),
    ).toEqual(["must be something else"]);
  });

  it("has the unknown fields and the path of a strict object", () => {
    const schema = z.array(z.strictObject({ id: z.string() }));
    expect(validate(schema, [{ id: "1" }, { id: "2", name: "x", age: 3 }])).toEqual({
      ok: false,
      issues: [{ path: [1], message: "has unknown fields: name, age" }],
    });
  });

  it("has the path of each problem through objects and lists", () => {
    const schema = z.object({ pages: z.array(z.object({ title: z.string(), tags: z.array(z.string()) })) });
    expect(validate(schema, { pages: [{ title: "A", tags: [] }, { title: 1, tags: ["x", null] }, {}] })).toEqual({
      ok: false,
      issues: [
        { path: ["pages", 1, "title"], message: "must be a string, not 1" },
        { path: ["pages", 1, "tags", 1], message: "must be a string, not null" },
        { path: ["pages", 2, "title"], message: "is missing" },
        { path: ["pages", 2, "tags"], message: "is missing" },
      ],
    });
  });

  it("accepts schemas of classic zod as well", () => {
    const schema = classic.object({ id: classic.string().min(1), on: classic.boolean().optional() });
    expect(validate(schema, { id: "1", extra: true })).toEqual({ ok: true, value: { id: "1" } });
    expect(validate(schema, { id: "", on: 1 })).toEqual({
      ok: false,
      issues: [
        { path: ["id"], message: "must not be empty" },
        { path: ["on"], message: "must be a boolean, not 1" },
      ],
    });
  });

  it("does not change the value", () => {
    const page = Object.freeze(samplePage({ addedLater: 1 }));
    expect(validate(pageSchema, page).ok).toBe(true);
    expect(page).toEqual(samplePage({ addedLater: 1 }));
  });
});
