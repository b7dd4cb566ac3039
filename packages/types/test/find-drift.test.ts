import { findDrift, pageSchema, type Schema, type SchemaDrift, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { sampleOf, samplePage } from "./samples.ts";
import { type ResourceName, resources } from "./specification.ts";

const boat = z.object({
  name: z.string(),
  fuel: z.enum(["diesel", "electric"]),
  seats: z.number().optional(),
  berth: z.object({ quay: z.string() }).nullable(),
});
const kestrel = { name: "Kestrel", fuel: "diesel", seats: 112, berth: { quay: "Mill" } };

const unknownField = (...path: PropertyKey[]): SchemaDrift => ({
  kind: "unknown_field",
  path,
  message: "is not a known field",
});
const missingField = (...path: PropertyKey[]): SchemaDrift => ({ kind: "missing_field", path, message: "is missing" });
const wrongType = (message: string, ...path: PropertyKey[]): SchemaDrift => ({ kind: "wrong_type", path, message });
const unknownFuel = (value: string, ...path: PropertyKey[]): SchemaDrift => ({
  kind: "unknown_value",
  path,
  message: "must be one of diesel, electric",
  value,
});

describe("a value that matches its schema", () => {
  it.each(Object.keys(resources) as ResourceName[])("has no drift: %s", (name) => {
    expect(findDrift(resources[name].schema, sampleOf(name))).toEqual([]);
  });

  it.each([
    ["optional fields left out", { name: "Kestrel", fuel: "electric", berth: null }],
    ["optional fields undefined", { ...kestrel, seats: undefined }],
  ])("has no drift: %s", (_, value) => {
    expect(findDrift(boat, value)).toEqual([]);
    expect(findDrift(z.array(boat), [value, value])).toEqual([]);
  });
});

describe("a missing required field", () => {
  it("is reported", () => {
    const { name: _, ...nameless } = kestrel;
    expect(findDrift(boat, nameless)).toStrictEqual([missingField("name")]);
    expect(findDrift(boat, { ...kestrel, name: undefined })).toStrictEqual([missingField("name")]);
  });

  it("is reported if it is an enum, an object or a list, too", () => {
    const fleet = z.object({ fuel: z.enum(["diesel"]), flagship: boat, boats: z.array(boat) });
    expect(findDrift(fleet, {})).toStrictEqual([missingField("fuel"), missingField("flagship"), missingField("boats")]);
  });

  it("is reported if there is no value at all", () => {
    expect(findDrift(boat, undefined)).toStrictEqual([missingField()]);
  });
});

describe("a value of another type", () => {
  it.each([
    ["text for a number", { seats: "112" }, wrongType("must be a number, not a string", "seats")],
    ["a number for text", { name: 5 }, wrongType("must be a string, not 5", "name")],
    ["null for text", { name: null }, wrongType("must be a string, not null", "name")],
    ["null for an optional field", { seats: null }, wrongType("must be a number, not null", "seats")],
    ["text for an object", { berth: "Mill" }, wrongType("must be an object, not a string", "berth")],
    ["a list for an object", { berth: [] }, wrongType("must be an object, not an array", "berth")],
    ["a number for an enum", { fuel: 5 }, wrongType("must be one of diesel, electric", "fuel")],
    ["null for an enum", { fuel: null }, wrongType("must be one of diesel, electric", "fuel")],
    ["a list for an enum", { fuel: ["diesel"] }, wrongType("must be one of diesel, electric", "fuel")],
  ])("is of a wrong type: %s", (_, change, drift) => {
    expect(findDrift(boat, { ...kestrel, ...change })).toStrictEqual([drift]);
  });

  it.each([
    ["null", null],
    ["5", 5],
    ["a string", "Kestrel"],
    ["an array", [kestrel]],
  ])("is of a wrong type at the root: %s", (name, value) => {
    expect(findDrift(boat, value)).toStrictEqual([wrongType(`must be an object, not ${name}`)]);
  });

  it("is of a wrong type if a check rejects it", () => {
    const changes = { embedding: ["x"], updatedAt: "soon", version: 1.5 };
    expect(findDrift(pageSchema, samplePage(changes))).toStrictEqual([
      wrongType("must be an array of finite numbers", "embedding"),
      wrongType("must be a whole number, not 1.5", "version"),
      wrongType("must be an ISO 8601 timestamp", "updatedAt"),
    ]);
  });

  it("is of a wrong type if it is not in a list of numbers", () => {
    expect(findDrift(z.literal([1, 2]), 3)).toStrictEqual([wrongType("must be one of 1, 2")]);
  });
});

describe("a string that an enum does not list", () => {
  it("is an unknown value", () => {
    expect(findDrift(boat, { ...kestrel, fuel: "steam" })).toStrictEqual([unknownFuel("steam", "fuel")]);
    expect(findDrift(boat, { ...kestrel, fuel: "" })).toStrictEqual([unknownFuel("", "fuel")]);
    expect(findDrift(boat, { ...kestrel, fuel: "Diesel" })).toStrictEqual([unknownFuel("Diesel", "fuel")]);
  });

  it("is an unknown value if the enum may be null or omitted, or is a literal", () => {
    const schema = z.object({ a: z.enum(["x"]).nullable(), b: z.enum(["x"]).optional(), c: z.literal("x") });
    const drifts = findDrift(schema, { a: "y", b: "y", c: "y" });
    expect(drifts).toStrictEqual(
      ["a", "b", "c"].map((name) => ({
        kind: "unknown_value",
        path: [name],
        message: "must be one of x",
        value: "y",
      })),
    );
  });

  it("is reported uncut", () => {
    const value = "xy".repeat(5000);
    expect(findDrift(boat, { ...kestrel, fuel: value })).toStrictEqual([unknownFuel(value, "fuel")]);
  });

  it("alone is reported", () => {
    const drifts = findDrift(boat, { name: 5, fuel: "steam", berth: { quay: "Mill", depth: 3 } });
    expect(drifts.filter((drift) => "value" in drift)).toStrictEqual([unknownFuel("steam", "fuel")]);
    expect(findDrift(boat, {}).some((drift) => "value" in drift)).toBe(false);
  });
});

describe("a field that the schema does not know", () => {
  it("is an unknown field, with any value", () => {
    const value = { ...kestrel, a: 1, b: null, c: undefined, d: { name: 5 }, e: [{}] };
    expect(findDrift(boat, value)).toStrictEqual(["a", "b", "c", "d", "e"].map((name) => unknownField(name)));
  });

  it("is an unknown field even if every object inherits its name", () => {
    const value: unknown = JSON.parse('{ "quay": "Mill", "__proto__": { "x": 1 }, "constructor": 2, "toString": 3 }');
    expect(findDrift(z.object({ quay: z.string() }), value)).toStrictEqual([
      unknownField("__proto__"),
      unknownField("constructor"),
      unknownField("toString"),
    ]);
  });

  it("is an unknown field next to invalid fields", () => {
    expect(findDrift(boat, { fuel: "steam", seats: "112", berth: null, colour: "blue" })).toStrictEqual([
      missingField("name"),
      unknownFuel("steam", "fuel"),
      wrongType("must be a number, not a string", "seats"),
      unknownField("colour"),
    ]);
  });
});

describe("drift inside a value", () => {
  it("has the path through objects and lists", () => {
    const fleet = z.object({ boats: z.array(boat), flagship: boat.optional() });
    const boats = [
      kestrel,
      { ...kestrel, fuel: "steam", colour: "blue" },
      { ...kestrel, berth: { quay: 5, depth: 3 } },
      { ...kestrel, berth: {} },
    ];
    expect(findDrift(fleet, { boats, flagship: { ...kestrel, crew: 4 } })).toStrictEqual([
      unknownFuel("steam", "boats", 1, "fuel"),
      wrongType("must be a string, not 5", "boats", 2, "berth", "quay"),
      missingField("boats", 3, "berth", "quay"),
      unknownField("boats", 1, "colour"),
      unknownField("boats", 2, "berth", "depth"),
      unknownField("flagship", "crew"),
    ]);
  });

  it("has the path through lists of lists", () => {
    expect(findDrift(z.array(z.array(boat)), [[], [kestrel, { ...kestrel, crew: 4 }], [null]])).toStrictEqual([
      wrongType("must be an object, not null", 2, 0),
      unknownField(1, 1, "crew"),
    ]);
  });

  it("is found through schemas that let a value be null, omitted or read-only", () => {
    const depths = z.object({ depth: z.number() });
    const schema = z.object({
      optional: depths.optional(),
      nullable: depths.nullable(),
      nullish: z.array(depths).nullish(),
      readonly: depths.readonly(),
      caught: mini.optional(mini.nullable(mini.object({ depth: mini.number() }))),
    });
    const deep = { depth: 3, unit: "m" };
    const value = { optional: deep, nullable: deep, nullish: [deep], readonly: deep, caught: deep };
    expect(findDrift(schema, value)).toStrictEqual([
      unknownField("optional", "unit"),
      unknownField("nullable", "unit"),
      unknownField("nullish", 0, "unit"),
      unknownField("readonly", "unit"),
      unknownField("caught", "unit"),
    ]);
  });

  it("is found in the source and the sources of a page", () => {
    const page = samplePage({
      source: { channel: "agent", trust: 0.5 },
      sources: [sampleOf("PageSourceRef"), { ...sampleOf("PageSourceRef"), chunkUuids: [null], weight: 2 }],
      pageType: "recipe",
    });
    expect(findDrift(pageSchema, page)).toStrictEqual([
      {
        kind: "unknown_value",
        path: ["pageType"],
        message: "must be one of source, topic, entity, project, decision, brief",
        value: "recipe",
      },
      wrongType("must be a string, not null", "sources", 1, "chunkUuids", 0),
      unknownField("source", "trust"),
      unknownField("sources", 1, "weight"),
    ]);
  });
});

describe("the objects of a user's schema", () => {
  const value = { id: "1", extra: true, inner: { id: "2", extra: true } };
  const inner = z.object({ id: z.string() });

  it.each([
    ["classic zod", z.object({ id: z.string(), inner })],
    ["zod mini", mini.object({ id: mini.string(), inner: mini.object({ id: mini.string() }) })],
    ["classic zod, strict", z.strictObject({ id: z.string(), inner: inner.strict() })],
    ["zod mini, strict", mini.strictObject({ id: mini.string(), inner: mini.strictObject({ id: mini.string() }) })],
  ])("have unknown fields, each of them found once: %s", (_, schema) => {
    const drifts = findDrift(schema, value);
    expect(drifts).toHaveLength(2);
    expect(drifts).toEqual(expect.arrayContaining([unknownField("extra"), unknownField("inner", "extra")]));
  });

  it.each([
    ["classic zod, loose", z.looseObject({ id: z.string(), inner })],
    ["zod mini, loose", mini.looseObject({ id: mini.string(), inner: mini.object({ id: mini.string() }) })],
    ["with fields of any name", z.object({ id: z.string(), inner }).catchall(z.boolean())],
  ])("may have any field if they are loose, but not their inner objects: %s", (_, schema) => {
    expect(findDrift(schema, value)).toStrictEqual([unknownField("inner", "extra")]);
  });

  it("have fields of any name validated if there is a schema for them", () => {
    const schema = z.object({ id: z.string() }).catchall(z.number());
    expect(findDrift(schema, { id: "1", a: 2, b: "3" })).toStrictEqual([
      wrongType("must be a number, not a string", "b"),
    ]);
  });

  /** Schemas around an object, a value for each, and the path to the object in it. */
  const around: readonly (readonly [string, (item: typeof inner) => Schema, unknown, readonly PropertyKey[]])[] = [
    ["a record", (item) => z.record(z.string(), item), { first: value.inner }, ["first"]],
    ["a tuple", (item) => z.tuple([z.string(), item]), ["first", value.inner], [1]],
    ["a union", (item) => z.union([item, z.null()]), value.inner, []],
    ["a schema that refers to itself", (item) => z.lazy(() => item), value.inner, []],
    ["a transformation", (item) => item.transform(({ id }) => id), value.inner, []],
  ];

  it.each(around)("may have any field inside %s, unless they are strict", (_, schemaOf, given) => {
    expect(findDrift(schemaOf(inner), given)).toStrictEqual([]);
  });

  it.each(around)("may not have unknown fields inside %s if they are strict", (_, schemaOf, given, path) => {
    const schema = schemaOf(inner.strict());
    expect(validate(schema, given).ok).toBe(false);
    expect(findDrift(schema, given)).toStrictEqual([unknownField(...path, "extra")]);
  });
});

describe("findDrift", () => {
  it("does not change the value", () => {
    const value = Object.freeze({ ...kestrel, berth: Object.freeze({ quay: "Mill", depth: 3 }) });
    expect(findDrift(boat, value)).toStrictEqual([unknownField("berth", "depth")]);
    expect(value).toStrictEqual({ ...kestrel, berth: { quay: "Mill", depth: 3 } });
  });

  it("has a separate path for each drift", () => {
    const drifts = findDrift(z.array(boat), [
      { ...kestrel, a: 1 },
      { ...kestrel, b: 2 },
    ]);
    expect(drifts.map(({ path }) => path)).toStrictEqual([
      [0, "a"],
      [1, "b"],
    ]);
  });
});
