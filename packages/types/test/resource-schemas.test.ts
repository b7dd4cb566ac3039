import { inspect } from "node:util";
import {
  bindingStatuses,
  bucketSources,
  buckets,
  isBindingStatus,
  isBucket,
  isBucketSource,
  isPageStatus,
  isPageType,
  limits,
  pageStatuses,
  pageTypes,
  validate,
} from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { sampleOf, validValue, wrongValues } from "./samples.ts";
import {
  bindingStatusValues,
  bucketSourceValues,
  bucketValues,
  pageStatusValues,
  pageTypeValues,
  type Resource,
  type ResourceName,
  resources,
} from "./specification.ts";

const names = Object.keys(resources) as ResourceName[];

describe.each(names)("the schema of %s", (name) => {
  const { schema, fields }: Resource = resources[name];
  const rows = Object.entries(fields).map(([field, row]) => ({ field, ...row }));
  const check = (changes: Readonly<Record<string, unknown>>) => validate(schema, { ...sampleOf(name), ...changes });
  const without = (field: string) =>
    Object.fromEntries(Object.entries(sampleOf(name)).filter(([other]) => other !== field));

  it("knows the fields of the specification and no other", () => {
    expect(new Set(Object.keys(schema._zod.def.shape))).toEqual(new Set(Object.keys(fields)));
  });

  it("accepts a record with every field and returns it", () => {
    expect(validate(schema, sampleOf(name))).toEqual({ ok: true, value: sampleOf(name) });
  });

  it("accepts unknown fields and removes them", () => {
    expect(check({ addedLater: { deep: [1] } })).toEqual({ ok: true, value: sampleOf(name) });
  });

  it.each([null, undefined, "text", 5, true, [], [sampleOf(name)]])("rejects %j in place of a record", (value) => {
    expect(validate(schema, value).ok).toBe(false);
  });

  it.each(rows.filter(({ required }) => required))("rejects a record without $field and names it", ({ field }) => {
    const issues = [{ path: [field], message: "is missing" }];
    expect(validate(schema, without(field))).toEqual({ ok: false, issues });
    expect(check({ [field]: undefined })).toEqual({ ok: false, issues });
  });

  it.each(rows.filter(({ required }) => !required))("accepts a record without $field", ({ field }) => {
    expect(validate(schema, without(field))).toEqual({ ok: true, value: without(field) });
    expect(check({ [field]: undefined }).ok).toBe(true);
  });

  it.each(rows.filter(({ nullable }) => nullable))("accepts null as $field", ({ field }) => {
    expect(check({ [field]: null })).toEqual({ ok: true, value: { ...sampleOf(name), [field]: null } });
  });

  it.each(rows.filter(({ nullable }) => !nullable))("rejects null as $field", ({ field }) => {
    expect(pathsOf(check({ [field]: null }))).toEqual([[field]]);
  });

  it.each(rows)("accepts a $type as $field", ({ field, type }) => {
    const values = typeof type === "string" ? [validValue(type)] : type;
    for (const value of values) {
      expect(check({ [field]: value })).toEqual({ ok: true, value: { ...sampleOf(name), [field]: value } });
    }
  });

  it.each(rows)("rejects whatever is not a $type as $field", ({ field, type }) => {
    for (const value of wrongValues(type)) {
      const paths = pathsOf(check({ [field]: value }));
      expect(new Set(paths.map(([first]) => first)), `for ${inspect(value)}`).toEqual(new Set([field]));
    }
  });

  it.each(rows.filter(({ type }) => type === "string"))("accepts an empty $field", ({ field }) => {
    expect(check({ [field]: "" }).ok).toBe(true);
  });

  it("reports every wrong field of a record at once", () => {
    const required = rows.filter((row) => row.required);
    expect(pathsOf(validate(schema, {}))).toEqual(required.map(({ field }) => [field]));
  });
});

describe("the schema of a page", () => {
  const check = (changes: Readonly<Record<string, unknown>>) =>
    validate(resources.Page.schema, { ...sampleOf("Page"), ...changes });

  it("has the path of a wrong value inside its lists", () => {
    expect(check({ entities: ["Kestrel", 5] })).toEqual({
      ok: false,
      issues: [{ path: ["entities", 1], message: "must be a string, not 5" }],
    });
    expect(
      check({ sources: [sampleOf("PageSourceRef"), { ...sampleOf("PageSourceRef"), chunkUuids: [null] }] }),
    ).toEqual({
      ok: false,
      issues: [{ path: ["sources", 1, "chunkUuids", 0], message: "must be a string, not null" }],
    });
  });

  it("has the path of a wrong value inside its source", () => {
    expect(check({ source: { channel: "agent", label: 5 } })).toEqual({
      ok: false,
      issues: [{ path: ["source", "label"], message: "must be a string, not 5" }],
    });
  });

  it("accepts empty lists", () => {
    expect(check({ entities: [], sources: [], backlinks: [], embedding: [] }).ok).toBe(true);
  });
});

describe("the schema of an index entry", () => {
  it("accepts a summary that is longer than the service promises", () => {
    const entry = { ...sampleOf("IndexEntry"), summary: "x".repeat(161) };
    expect(validate(resources.IndexEntry.schema, entry)).toEqual({ ok: true, value: entry });
  });
});

describe("the schema of an error body", () => {
  it("keeps every field of the exception response", () => {
    const body = { ...sampleOf("ErrorBody"), body: { statusCode: "400", message: { limit: ["x"] }, cause: null } };
    expect(validate(resources.ErrorBody.schema, body)).toEqual({ ok: true, value: body });
  });
});

it("lists the values of the enums of the specification", () => {
  expect(pageTypes).toEqual(pageTypeValues);
  expect(buckets).toEqual(bucketValues);
  expect(bucketSources).toEqual(bucketSourceValues);
  expect(pageStatuses).toEqual(pageStatusValues);
  expect(bindingStatuses).toEqual(bindingStatusValues);
});

describe.each([
  ["isPageType", isPageType, pageTypeValues],
  ["isBucket", isBucket, bucketValues],
  ["isBucketSource", isBucketSource, bucketSourceValues],
  ["isPageStatus", isPageStatus, pageStatusValues],
  ["isBindingStatus", isBindingStatus, bindingStatusValues],
])("%s", (_, isKnown, values) => {
  it.each(values)("knows %s", (value) => {
    expect(isKnown(value)).toBe(true);
  });

  it.each([...wrongValues(values), null, undefined, "length", "toString"])("does not know %j", (value) => {
    expect(isKnown(value)).toBe(false);
  });
});

it("states the numbers of the specification", () => {
  expect(limits).toEqual({ indexSummaryLength: 160 });
});

function pathsOf(validation: ReturnType<typeof validate>): (readonly PropertyKey[])[] {
  return validation.ok ? [] : validation.issues.map(({ path }) => path);
}
