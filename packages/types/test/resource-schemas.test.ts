import { inspect } from "node:util";
import * as types from "@knowledge-base/types";
import { buckets, indexEntrySchema, isOneOf, pageSchema, pageStatuses, pageTypes } from "@knowledge-base/types";
import { bindingStatuses, bucketSources, isTimestamp, parseSync, parseTimestamp } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import * as classic from "zod";
import * as mini from "zod/mini";
import { sampleOf, samplePage, validValues } from "./helpers/samples.ts";
import { type FieldType, type Resource, type ResourceName, resources } from "./helpers/specification.ts";

// Values other than null and undefined that aren't of a type of the specification.
// biome-ignore format: one row a line
const wrongValuesOfTypes: { readonly [Type in Extract<FieldType, string>]: readonly unknown[] } = {
  string: [0, 5, true, false, {}, [], ["text"]],
  boolean: [0, 1, "true", "", {}, [], [true]],
  integer: [1.5, Number.NaN, Number.POSITIVE_INFINITY, "3", "", true, {}, [], [3]],
  datetime: ["2026-03-02", "soon", "", 0, 1_772_439_300_000, true, {}, [], new Date(0)],
  object: ["text", "", 0, 5, true, false, [], [{}]],
  "list of string": ["text", "", 0, true, {}, { 0: "text", length: 1 }, [5], ["text", null], [["text"]]],
  "list of double": ["text", "", 0, true, {}, { 0: 1, length: 1 }, ["1"], [1, null], [[1]]],
  PageSource: ["text", "", 0, true, [], {}, { channel: 5 }, { channel: null }, { channel: "text", ref: 5 }],
  "list of PageSourceRef": ["text", "", 0, true, {}, ["text"], [null], [{}], [[]], [sampleOf("PageSourceRef"), { attachedAt: 5 }]],
};

function wrongValues(type: FieldType): readonly unknown[] {
  if (typeof type === "string") return wrongValuesOfTypes[type];
  return ["other", "", ` ${type[0]}`, type[0]?.toUpperCase(), 0, true, {}, [], [type[0]]];
}

const names = Object.keys(resources) as ResourceName[];

describe.each(names)("the schema of %s", (name) => {
  const { schema, fields }: Resource = resources[name];
  const rows = Object.entries(fields).map(([field, row]) => ({ field, ...row }));
  const check = (changes: Readonly<Record<string, unknown>>) => parseSync(schema, { ...sampleOf(name), ...changes });
  const without = (field: string) =>
    Object.fromEntries(Object.entries(sampleOf(name)).filter(([other]) => other !== field));

  it("knows the fields of the specification and no other", () => {
    expect(new Set(Object.keys(schema._zod.def.shape))).toEqual(new Set(Object.keys(fields)));
  });

  it("accepts a record with every field, and removes unknown ones", () => {
    expect(check({})).toEqual({ ok: true, value: sampleOf(name) });
    expect(check({ addedLater: { deep: [1] } })).toEqual({ ok: true, value: sampleOf(name) });
  });

  it.each([null, undefined, "text", 5, true, [], [sampleOf(name)]])("rejects %j in place of a record", (value) => {
    expect(parseSync(schema, value).ok).toBe(false);
  });

  it.each(rows.filter(({ required }) => required))("rejects a record without $field and names it", ({ field }) => {
    const issues = [{ path: [field], message: "is missing" }];
    expect(parseSync(schema, without(field))).toEqual({ ok: false, issues });
    expect(check({ [field]: undefined })).toEqual({ ok: false, issues });
  });

  it.each(rows.filter(({ required }) => !required))("accepts a record without $field", ({ field }) => {
    expect(parseSync(schema, without(field))).toEqual({ ok: true, value: without(field) });
    expect(check({ [field]: undefined }).ok).toBe(true);
  });

  it.each(rows.filter(({ nullable }) => nullable))("accepts null as $field", ({ field }) => {
    expect(check({ [field]: null })).toEqual({ ok: true, value: { ...sampleOf(name), [field]: null } });
  });

  it.each(rows.filter(({ nullable }) => !nullable))("rejects null as $field", ({ field }) => {
    expect(pathsOf(check({ [field]: null }))).toEqual([[field]]);
  });

  it.each(rows)("accepts a $type as $field", ({ field, type }) => {
    for (const value of validValues(type))
      expect(check({ [field]: value })).toEqual({ ok: true, value: { ...sampleOf(name), [field]: value } });
  });

  it.each(rows)("rejects whatever isn't a $type as $field", ({ field, type }) => {
    for (const value of wrongValues(type)) {
      const paths = pathsOf(check({ [field]: value }));
      expect(new Set(paths.map(([first]) => first)), `for ${inspect(value)}`).toEqual(new Set([field]));
    }
  });

  it("reports every wrong field of a record at once", () => {
    const required = rows.filter((row) => row.required);
    expect(pathsOf(parseSync(schema, {}))).toEqual(required.map(({ field }) => [field]));
  });
});

it("the schema of an index entry accepts a summary that is longer than the service promises", () => {
  const entry = { ...sampleOf("IndexEntry"), summary: "x".repeat(161) };
  expect(parseSync(resources.IndexEntry.schema, entry)).toEqual({ ok: true, value: entry });
});

it("the schema of an error body keeps every field of the exception response", () => {
  const body = { ...sampleOf("ErrorBody"), body: { statusCode: "400", message: { limit: ["x"] }, cause: null } };
  expect(parseSync(resources.ErrorBody.schema, body)).toEqual({ ok: true, value: body });
});

it("the enums have the values of the specification", () => {
  const { pageType, bucket, bucketSource, status } = resources.Page.fields;
  const types = [pageType, bucket, bucketSource, status, resources.ChannelBinding.fields["status"]];
  expect([pageTypes, buckets, bucketSources, pageStatuses, bindingStatuses]).toEqual(types.map((field) => field?.type));
});

it.each([...wrongValues(pageTypes), null, undefined, "length", "toString"])("isOneOf does not find %j", (value) => {
  expect(isOneOf(pageTypes, value)).toBe(false);
  expect(pageTypes.map((known) => isOneOf(pageTypes, known))).not.toContain(false);
});

function pathsOf(validation: ReturnType<typeof parseSync>): (readonly PropertyKey[])[] {
  return validation.ok ? [] : validation.issues.map(({ path }) => path);
}

const large = Array.from({ length: 1536 }, (_, index) => Math.sin(index));

it.each([
  { name: "an empty list", embedding: [] },
  { name: "a list of numbers", embedding: [0.5, 0, -2] },
  { name: "a list of extreme numbers", embedding: [Number.MAX_VALUE, Number.MIN_VALUE, -0] },
  { name: "a list of 1,536 numbers", embedding: large },
])("an embedding may be $name", ({ embedding }) => {
  const result = parseSync(pageSchema, samplePage({ embedding }));
  expect(result.ok && result.value.embedding).toBe(embedding);
});

it.each([
  { name: "a list with NaN", embedding: [0.5, Number.NaN] },
  { name: "a list with an infinite number", embedding: [Number.NEGATIVE_INFINITY] },
  { name: "a list with a gap", embedding: Object.assign([1], { 2: 3 }) },
  { name: "a list of gaps", embedding: Object.assign([], { length: 3 }) },
  { name: "a list with a bigint", embedding: [1n] },
  { name: "a list with a text at its end", embedding: [...large.slice(1), "1"] },
  { name: "an object that is like a list", embedding: { length: 0 } },
  { name: "a set", embedding: new Set([0.5]) },
])("an embedding must not be $name", ({ embedding }) => {
  expect(parseSync(pageSchema, samplePage({ embedding }))).toEqual({
    ok: false,
    issues: [{ path: ["embedding"], message: "must be an array of finite numbers" }],
  });
});

it.each([
  { text: "2026-03-02T08:15:00Z", inUtc: "2026-03-02T08:15:00.000Z" },
  { text: "2026-03-02T08:15:00.5Z", inUtc: "2026-03-02T08:15:00.500Z" },
  { text: "2026-03-02T08:15:00.123456789Z", inUtc: "2026-03-02T08:15:00.123Z" },
  { text: "2026-03-02T08:15Z", inUtc: "2026-03-02T08:15:00.000Z" },
  { text: "2026-03-02T08:15", inUtc: "2026-03-02T08:15:00.000Z" },
  { text: "2026-03-02T08:15:00", inUtc: "2026-03-02T08:15:00.000Z" },
  { text: "2026-03-02T08:15:00+02:00", inUtc: "2026-03-02T06:15:00.000Z" },
  { text: "2026-03-02T08:15:00-0530", inUtc: "2026-03-02T13:45:00.000Z" },
  { text: "2026-03-02T08:15+14:00", inUtc: "2026-03-01T18:15:00.000Z" },
  { text: "2026-03-02T08:15:00+02", inUtc: "2026-03-02T06:15:00.000Z" },
  { text: "2026-03-02T08:15:00.25-0530", inUtc: "2026-03-02T13:45:00.250Z" },
  { text: "2026-03-02T08:15-05", inUtc: "2026-03-02T13:15:00.000Z" },
  { text: "1970-01-01T00:00:00Z", inUtc: "1970-01-01T00:00:00.000Z" },
  { text: "9999-12-31T23:59:59Z", inUtc: "9999-12-31T23:59:59.000Z" },
  { text: "2024-02-29T00:00:00Z", inUtc: "2024-02-29T00:00:00.000Z" },
  { text: "2000-02-29T00:00:00Z", inUtc: "2000-02-29T00:00:00.000Z" },
  { text: "0000-02-29T00:00:00Z", inUtc: "0000-02-29T00:00:00.000Z" },
])("a timestamp may be $text, which is $inUtc in UTC", ({ text, inUtc }) => {
  expect(isTimestamp(text)).toBe(true);
  expect(parseSync(pageSchema, samplePage({ createdAt: text })).ok).toBe(true);
  expect(new Date(parseTimestamp(text)).toISOString()).toBe(inUtc);
});

const missingDays = ["2023-02-29", "1900-02-29", "2024-02-30", "2026-04-31", "2026-01-32", "2026-01-00", "2026-00-02"];
const wrongDays = [...missingDays, "2026-13-02", "2026-3-2", "26-03-02", "20230228", "202603-02", "2026-0302"];
const wrongTimes = ["25:15:00", "24:00:00", "081500", "0815", "08:1500", "0815:00", "08:60:00", "08:15:60", "8:15:00"];
const wrongOffsets = ["+24:00", "-99:00", "+02:60", "+2460", "+", "+2", "+02:0", "ZZ", "Z\n", ".Z", ",5Z", ".12x3Z"];
const incomplete = ["", "2026", "2026-03", "2026-03-02", "2026-03-02T", "2026-03-02T08Z", "08:15:00Z"];
const otherFormats = ["soon", "2026-03-02 08:15:00Z", "x2026-03-02T08:15:00Z", "Mon, 02 Mar 2026 08:15:00 GMT"];

it.each([
  ...wrongDays.map((day) => `${day}T08:15:00Z`),
  ...wrongTimes.map((time) => `2026-03-02T${time}Z`),
  ...wrongOffsets.map((offset) => `2026-03-02T08:15:00${offset}`),
  ...incomplete,
  ...otherFormats,
  " ",
  " 2026-03-02T08:15:00Z",
])("a timestamp must not be %j", (text) => {
  expect(isTimestamp(text)).toBe(false);
  expect(parseSync(pageSchema, samplePage({ createdAt: text })).ok).toBe(false);
});

describe.each([
  { name: "zod", z: classic },
  { name: "zod/mini", z: mini },
])("with $name of an application, the schemas of resources", ({ z }) => {
  const schemaNames = Object.keys(types).filter((name) => name.endsWith("Schema"));

  it.each(schemaNames)("can be converted to JSON Schema, such as %s", (name) => {
    const schema = Reflect.get(types, name) as typeof pageSchema;
    const { properties = {} } = z.toJSONSchema(schema);
    expect(Object.keys(properties)).toEqual(Object.keys(schema.shape));
    if (name === "pageSchema") {
      expect(properties).toMatchObject({
        embedding: { type: "array", items: { type: "number" } },
        createdAt: { type: "string", format: "date-time" },
        version: { type: "integer" },
      });
    }
  });

  it("can be used in its schemas", () => {
    const list = z.object({ entries: z.array(indexEntrySchema), pages: z.record(z.string(), pageSchema) });
    const value = { entries: [sampleOf("IndexEntry")], pages: { a: samplePage() } };
    expect(list.parse(value)).toEqual(value);
    expect(list.safeParse({ ...value, entries: [{}] }).success).toBe(false);
  });
});

it("the schemas of resources parse, and can be extended", () => {
  expect(pageSchema.parse(samplePage())).toEqual(samplePage());
  expect(pageSchema.safeParse({}).success).toBe(false);
  const extended = mini.extend(pageSchema, { likes: mini.int() });
  expect(extended.parse(samplePage({ likes: 5 }))).toEqual(samplePage({ likes: 5 }));
  expect(extended.safeParse(samplePage()).success).toBe(false);
  const spread = classic.object({ ...pageSchema.shape, likes: classic.int() });
  expect(spread.parse(samplePage({ likes: 5 }))).toEqual(samplePage({ likes: 5 }));
});
