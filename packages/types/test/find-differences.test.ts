import { collectGarbage } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { contract, errorBodySchema, indexEntrySchema, type Schema, type SchemaDrift } from "@knowledge-base/types";
import { findDifferences, formatPath, parseSync } from "@knowledge-base/types/internal";
import { expect, it } from "vitest";
import * as z from "zod/mini";
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

it.each(names)("findDifferences finds nothing in a valid %s, and otherwise what zod finds", (name) => {
  const { schema } = resources[name];
  const sample = sampleOf(name);
  expect(findDifferences(schema, sample)).toEqual([]);
  expect(findDifferences(schema, Object.fromEntries(Object.entries(sample).toReversed()))).toEqual([]);
  for (const value of [...change(sample), ...replacements, undefined]) expectSameAsZod(schema, value);
});

it("findDifferences leaves to zod what schemas of the contract don't contain", () => {
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
    for (const value of [...replacements, undefined])
      expect(findDifferences(schema, value).length === 0).toBe(parseSync(schema, value).ok);
    expectSameAsZod(z.object({ inner: z.optional(schema) }), { inner: true });
  }
});

const twoUnknown = [entry, { ...entry, a: { b: 1 }, c: undefined }];
const withoutBody = { ...errorBody, body: undefined, x: 1 };
const anyBody = { ...errorBody, body: { anything: 1 } };
const pageWithSource = samplePage({ source: { channel: "a", x: 1 } });
const pageWithSources = samplePage({ sources: [{ ...source, y: 1 }] });
const errorLast = [frozen, { ...entry, slug: 5 }];

// biome-ignore format: one row a line
it.each<{ what: string; schema: Schema; value: unknown; expected: string }>([
  { what: "a missing field", schema: indexEntrySchema, value: { ...entry, title: undefined }, expected: "missing_field title" },
  { what: "no value", schema: indexEntrySchema, value: undefined, expected: "missing_field" },
  { what: "another type", schema: indexEntrySchema, value: null, expected: "wrong_type" },
  { what: "an unknown value", schema: indexEntrySchema, value: frozen, expected: "unknown_value status" },
  { what: "an enum value of another type", schema: indexEntrySchema, value: { ...entry, status: 5 }, expected: "wrong_type status" },
  { what: "unknown fields", schema: listSchema, value: twoUnknown, expected: "unknown_field [1].a, unknown_field [1].c" },
  { what: "an unknown field beside null", schema: page, value: samplePage({ source: null, x: 1 }), expected: "unknown_field x" },
  { what: "an unknown field beside one that is left out", schema: errorBodySchema, value: withoutBody, expected: "unknown_field x" },
  { what: "a field named like a method", schema: listSchema, value: [{ ...entry, toString: 1 }], expected: "unknown_field [0].toString" },
  { what: "a field named __proto__", schema: listSchema, value: [withProto], expected: "unknown_field [0].__proto__" },
  { what: "an unknown field of an object in a page", schema: page, value: pageWithSource, expected: "unknown_field source.x" },
  { what: "an unknown field of an element", schema: page, value: pageWithSources, expected: "unknown_field sources[0].y" },
  { what: "a field of an optional object", schema: optionalObject, value: { inner: { a: "", x: 1 } }, expected: "unknown_field inner.x" },
  { what: "fields that a schema accepts without listing them", schema: errorBodySchema, value: anyBody, expected: "" },
  { what: "errors first, then values", schema: listSchema, value: errorLast, expected: "wrong_type [1].slug, unknown_value [0].status" },
  { what: "errors first, then fields", schema: page, value: samplePage({ a: 1, slug: 5 }), expected: "wrong_type slug, unknown_field a" },
])("findDifferences reports $what", ({ schema, value, expected }) => {
  expect(drift(schema, value).join(", ")).toBe(expected);
});

it("findDifferences has the string that an enum doesn't list", () => {
  const message = "must be one of active, deprecated, stale, contested, archived";
  const difference = { kind: "unknown_value", message, value: "frozen", path: ["status"] };
  expect(findDifferences(indexEntrySchema, frozen)).toStrictEqual([difference]);
});

const repeat = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
const wrong = repeat(1_000_000, 5);
const wrongLists = samplePage({ entities: wrong, backlinks: wrong, sources: wrong });
const wrongSources = samplePage({ sources: repeat(2000, { ...source, chunkUuids: repeat(500, 5) }) });
const lateError = [...repeat(200_000, { ...frozen, added: 1 }), { ...entry, title: 5 }];
const manyFields = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`field${index}`, index]));
const tooManyFields = { ...entry, ...manyFields };

// biome-ignore format: one row a line
it.each<{ what: string; schema: Schema; value: unknown; kind: SchemaDrift["kind"]; path: SchemaDrift["path"] }>([
  { what: "elements of another type", schema: listSchema, value: wrong, kind: "wrong_type", path: [0] },
  { what: "elements of lists of a page", schema: page, value: wrongLists, kind: "wrong_type", path: ["entities", 0] },
  { what: "elements of lists in a list", schema: page, value: wrongSources, kind: "wrong_type", path: ["sources", 0, "chunkUuids", 0] },
  { what: "elements without fields", schema: listSchema, value: repeat(1_000_000, {}), kind: "missing_field", path: [0, "slug"] },
  { what: "unknown values and fields before an error", schema: listSchema, value: lateError, kind: "wrong_type", path: [200_000, "title"] },
  { what: "unknown fields of one object", schema: indexEntrySchema, value: tooManyFields, kind: "unknown_field", path: ["field0"] },
])("findDifferences finds at most 1,000 differences, errors first, in little memory, in $what", async ({ schema, value, kind, path }) => {
  // Nothing that was allocated before can be collected during the call, and hide what it allocates.
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const found = findDifferences(schema, value);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 ** 27);
  expect(found).toHaveLength(1000);
  expect(found[0]).toMatchObject({ kind, path });
});

it("findDifferences reads no elements after 1,000 errors", () => {
  const read: PropertyKey[] = [];
  const get = (target: readonly number[], key: string) => (read.push(key) > 0 ? Reflect.get(target, key) : undefined);
  const elements = new Proxy(repeat(2000, 5), { get } as ProxyHandler<number[]>);
  expect(findDifferences(listSchema, elements)).toHaveLength(1000);
  expect(read.filter((key) => key !== "length")).toHaveLength(1000);
});

it("findDifferences ignores enumerable properties of Object.prototype that aren't in the schema", () => {
  const property = { value: 1, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(Object.prototype, "polluted", property);
  try {
    expect(drift(listSchema, [entry])).toEqual([]);
    expect(drift(listSchema, [{ ...entry, added: 1 }])).toEqual(["unknown_field [0].added"]);
  } finally {
    Reflect.deleteProperty(Object.prototype, "polluted");
  }
});
