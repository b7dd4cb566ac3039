import { contract, errorBodySchema, indexEntrySchema, type Schema, type SchemaDrift } from "@knowledge-base/types";
import { findDifferences, formatPath, parseSync } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { manyDifferences } from "./helpers/many-differences.ts";
import { sampleOf, samplePage } from "./helpers/samples.ts";
import { type ResourceName, resources } from "./helpers/specification.ts";

const names = Object.keys(resources) as ResourceName[];
const replacements = [null, true, 5, 1.5, Number.POSITIVE_INFINITY, "", "other", "2026-02-30T08:15Z", [], [5], {}];
const { schema: listSchema } = contract["promptIndex.get"].success;
const { schema: page } = contract["pages.archive"].success;
const entry = sampleOf("IndexEntry");
const optionalObject = z.object({ inner: z.optional(z.object({ a: z.string() })) });
const frozen = { ...entry, status: "frozen" };
const errorBody = sampleOf("ErrorBody");
const withProto = JSON.parse(JSON.stringify(entry).replace("{", '{"__proto__":1,'));
const source = sampleOf("PageSourceRef");

// Returns a value with each of its fields left out, undefined, replaced, and joined by others, one at a time.
function change(value: Readonly<Record<string, unknown>>): object[] {
  return Object.keys(value).flatMap((name) => {
    const { [name]: field, ...others } = value;
    const more = { ...value, [`${name}2`]: 5 };
    const reordered = { ...others, [name]: field };
    return [others, more, reordered, ...[...replacements, undefined].map((other) => ({ ...value, [name]: other }))];
  });
}

// Compares the differences that the client rejects with the issues that zod finds.
function expectSameAsZod(schema: Schema, value: unknown): void {
  const result = parseSync(schema, value);
  const withoutKind = ({ path, message }: Pick<SchemaDrift, "path" | "message">) => `${formatPath(path)} ${message}`;
  const known = findDifferences(schema, value).filter(({ kind }) => kind !== "unknown_field");
  expect(new Set(known.map(withoutKind))).toEqual(new Set(result.ok ? [] : result.issues.map(withoutKind)));
}

const drift = (schema: Schema, value: unknown) =>
  findDifferences(schema, value).map(({ kind, path }) => [kind, formatPath(path)].join(" ").trim());

describe("findDifferences", () => {
  it.each(names)("finds nothing in a valid %s, and otherwise what zod finds", (name) => {
    const { schema } = resources[name];
    const sample = sampleOf(name);
    expect(findDifferences(schema, sample)).toEqual([]);
    expect(findDifferences(schema, Object.fromEntries(Object.entries(sample).toReversed()))).toEqual([]);
    for (const value of [...change(sample), ...replacements, undefined]) expectSameAsZod(schema, value);
  });

  it("leaves to zod what schemas of the contract don't contain", () => {
    // A check that names neither itself nor the problem.
    const silent = z.string().check(({ value, issues }) => void issues.push({ code: "custom", input: value }));
    const schemas = [
      z.union([z.string(), z.number()]),
      z.string().check(z.minLength(1)),
      z.literal("other"),
      z.void(),
      z.catch(z.string(), "other"),
      z.array(z.string()).check(z.minLength(1)),
      z.object({}).check(z.refine(() => false)),
      silent,
    ];
    for (const schema of schemas) {
      for (const value of [...replacements, undefined]) {
        expect(findDifferences(schema, value).length === 0).toBe(parseSync(schema, value).ok);
      }
      expectSameAsZod(z.object({ inner: z.optional(schema) }), { inner: true });
    }
  });

  // biome-ignore format: one or two lines a row
  it.each<{ what: string; schema: Schema; value: unknown; expected: string[] }>([
    { what: "a missing field", schema: indexEntrySchema, value: { ...entry, title: undefined }, expected: ["missing_field title"] },
    { what: "no value", schema: indexEntrySchema, value: undefined, expected: ["missing_field"] },
    { what: "another type", schema: indexEntrySchema, value: null, expected: ["wrong_type"] },
    { what: "an unknown value", schema: indexEntrySchema, value: frozen, expected: ["unknown_value status"] },
    { what: "a value of an enum that isn't a string", schema: indexEntrySchema, value: { ...entry, status: 5 },
      expected: ["wrong_type status"] },
    { what: "unknown fields", schema: listSchema, value: [entry, { ...entry, a: { b: 1 }, c: undefined }],
      expected: ["unknown_field [1].a", "unknown_field [1].c"] },
    { what: "an unknown field beside null", schema: page, value: samplePage({ source: null, x: 1 }), expected: ["unknown_field x"] },
    { what: "an unknown field beside one that is left out", schema: errorBodySchema, value: { ...errorBody, body: undefined, x: 1 },
      expected: ["unknown_field x"] },
    { what: "an unknown field named like a method", schema: listSchema, value: [{ ...entry, toString: 1 }],
      expected: ["unknown_field [0].toString"] },
    { what: "an unknown field named __proto__", schema: listSchema, value: [withProto], expected: ["unknown_field [0].__proto__"] },
    { what: "an unknown field of an object in a page", schema: page, value: samplePage({ source: { channel: "a", x: 1 } }),
      expected: ["unknown_field source.x"] },
    { what: "an unknown field of an element", schema: page, value: samplePage({ sources: [{ ...source, y: 1 }] }),
      expected: ["unknown_field sources[0].y"] },
    { what: "an unknown field of an optional object", schema: optionalObject, value: { inner: { a: "", x: 1 } },
      expected: ["unknown_field inner.x"] },
    { what: "fields that a schema accepts without listing them", schema: errorBodySchema, value: { ...errorBody, body: { anything: 1 } },
      expected: [] },
    { what: "an error before an unknown value", schema: listSchema, value: [frozen, { ...entry, slug: 5 }],
      expected: ["wrong_type [1].slug", "unknown_value [0].status"] },
    { what: "an error before an unknown field", schema: page, value: samplePage({ a: 1, version: "1" }),
      expected: ["wrong_type version", "unknown_field a"] },
  ])("reports $what", ({ schema, value, expected }) => {
    expect(drift(schema, value)).toEqual(expected);
  });

  it("has the string that an enum doesn't list", () => {
    const message = "must be one of active, deprecated, stale, contested, archived";
    const difference = { kind: "unknown_value", message, value: "frozen", path: ["status"] };
    expect(findDifferences(indexEntrySchema, frozen)).toStrictEqual([difference]);
  });

  it.each(manyDifferences)("finds at most 1,000 differences, errors first, in $what", ({ schema, value, first }) => {
    const found = findDifferences(schema, value);
    expect(found).toHaveLength(1000);
    expect(found[0]).toMatchObject(first);
  });

  it("reads no elements after 1,000 errors", () => {
    const read: PropertyKey[] = [];
    const elements = new Proxy(
      Array.from({ length: 2000 }, () => 5),
      {
        get: (target, key) => (read.push(key) > 0 ? Reflect.get(target, key) : undefined),
      },
    );
    expect(findDifferences(listSchema, elements)).toHaveLength(1000);
    expect(read.filter((key) => key !== "length")).toHaveLength(1000);
  });

  it("ignores enumerable properties of Object.prototype that aren't in the schema", () => {
    Object.defineProperty(Object.prototype, "polluted", {
      value: 1,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    try {
      expect(drift(listSchema, [entry])).toEqual([]);
      expect(drift(listSchema, [{ ...entry, added: 1 }])).toEqual(["unknown_field [0].added"]);
    } finally {
      Reflect.deleteProperty(Object.prototype, "polluted");
    }
  });
});
