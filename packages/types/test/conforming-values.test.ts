import { findDrift, type Schema } from "@knowledge-base/types";
import { reportDrift } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { safeParse } from "zod/v4/core";

/** Values of every kind, some of them valid for each of the schemas. */
const values: readonly unknown[] = (
  [
    [undefined, null, true, false, 0, 1, -1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 1n, "", "a", "abc", "5"],
    ["x@example.com", "2026-03-02T08:15:00.000Z", Symbol("a"), () => {}, new Date(0), [], [1], ["a"], ["a", undefined]],
    [
      Object.assign([], { length: 2 }),
      ["a", "b", "c"],
      [["a"]],
      {},
      { a: "a" },
      { a: "a", b: 1 },
      { a: "a", b: undefined },
    ],
    [
      { b: 1 },
      { a: "a", b: 1, c: 2 },
      { a: 1 },
      { a: undefined },
      { a: null },
      [{ a: "a" }],
      [{ a: "a", c: 1 }],
      { 0: "a" },
    ],
    [JSON.parse('{ "a": "a", "__proto__": 1 }'), JSON.parse('{ "a": "a", "constructor": 1 }'), { a: { a: "a" } }],
    [
      Object.create({ a: "a" }),
      Object.create({ a: "a", c: 1 }),
      Object.create(null),
      new (class {
        a = "a";
      })(),
      new Map(),
    ],
  ] as readonly (readonly unknown[])[]
).flat();

const recursive = z.object({
  a: z.string(),
  get inner() {
    return recursive.optional();
  },
});

const schemas: Readonly<Record<string, Schema>> = {
  string: z.string(),
  "string with a check": z.string().min(2),
  "string with a format": z.email(),
  "string with a refinement": z.string().refine((text) => text === "a"),
  "string that is changed": z.string().trim().toUpperCase(),
  "coerced string": z.coerce.string(),
  number: z.number(),
  "whole number": z.int(),
  "number with a check": z.number().max(0),
  boolean: mini.boolean(),
  enum: z.enum(["a", "b"]),
  "enum of numbers": z.enum({ A: 0, B: 1 }),
  literal: z.literal(["a", 1]),
  unknown: z.unknown(),
  null: z.null(),
  date: z.date(),
  list: z.array(z.string()),
  "list with a length": z.array(z.string()).length(2),
  "list of lists": z.array(z.array(z.string())),
  tuple: z.tuple([z.string(), z.string().optional()]),
  record: z.record(z.string(), z.string()),
  object: z.object({ a: z.string() }),
  "object with an optional field": z.object({ a: z.string(), b: z.number().optional() }),
  "object of optional fields": mini.object({ a: mini.optional(mini.string()), b: mini.optional(mini.int()) }),
  "object with an exact optional field": z.object({ a: z.string(), b: z.number().exactOptional() }),
  "object with a default": z.object({ a: z.string(), b: z.number().default(1) }),
  "object with a nullable field": z.object({ a: z.string().nullable() }),
  "object with an unknown field": z.object({ a: z.unknown() }),
  "object with a check": z.object({ a: z.string() }).refine(({ a }) => a !== "a"),
  "strict object": z.strictObject({ a: z.string() }),
  "loose object": z.looseObject({ a: z.string() }),
  "object in an object": z.object({ a: z.object({ a: z.string() }) }),
  "object that refers to itself": recursive,
  "list of objects": z.array(mini.object({ a: mini.string() })),
  "optional string": z.string().optional(),
  "nullable number": z.number().nullable(),
  "readonly list": z.array(z.string()).readonly(),
  "string with a fallback": z.string().catch("a"),
  union: z.union([z.string(), z.number()]),
  transformation: z.string().transform(Number),
  custom: z.custom((value) => value === "a"),
  instance: z.instanceof(Date),
};

describe.each(Object.entries(schemas))("findDrift with the schema of a %s", (_, schema) => {
  it.each(values.map((value, index) => [index, value]))("finds what parsing finds: value %i", (_index, value) => {
    const { error } = safeParse(schema, value);
    expect(findDrift(schema, value)).toStrictEqual(reportDrift(schema, value, error?.issues));
  });
});

describe("findDrift", () => {
  it("calls a refinement that is asynchronous only to reject it", () => {
    const schema = z.string().refine(async () => true);
    expect(() => findDrift(schema, "a")).toThrow(/async/i);
  });
});
