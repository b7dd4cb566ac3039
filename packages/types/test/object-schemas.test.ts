import { objectSchema, strictObjectSchema, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";

interface Boat {
  readonly name: string;
  readonly seats?: number | undefined;
}

const shape = { name: z.string(), seats: z.optional(z.number()) };

describe("objectSchema", () => {
  const schema = objectSchema<Boat>(shape);

  it("removes unknown fields from the value", () => {
    expect(validate(schema, { name: "Kestrel", seats: 112, colour: "blue", nested: { a: 1 } })).toEqual({
      ok: true,
      value: { name: "Kestrel", seats: 112 },
    });
  });

  it("does not invent optional fields", () => {
    const validation = validate(schema, { name: "Kestrel" });
    expect(validation.ok && Object.keys(validation.value)).toEqual(["name"]);
  });

  it("lists its fields", () => {
    expect(schema._zod.def.shape).toEqual(shape);
  });

  it("checks objects inside objects, and removes their unknown fields too", () => {
    const fleet = objectSchema<{ readonly flagship: Boat; readonly boats: readonly Boat[] }>({
      flagship: schema,
      boats: z.array(schema),
    });
    expect(validate(fleet, { flagship: { name: "A", x: 1 }, boats: [{ name: "B", y: 2 }], z: 3 })).toEqual({
      ok: true,
      value: { flagship: { name: "A" }, boats: [{ name: "B" }] },
    });
    expect(validate(fleet, { flagship: {}, boats: [{ name: 5 }] })).toEqual({
      ok: false,
      issues: [
        { path: ["flagship", "name"], message: "is missing" },
        { path: ["boats", 0, "name"], message: "must be a string, not 5" },
      ],
    });
  });
});

describe("strictObjectSchema", () => {
  const schema = strictObjectSchema<Boat>(shape);

  it("accepts the fields of its shape", () => {
    expect(validate(schema, { name: "Kestrel", seats: 112 })).toEqual({
      ok: true,
      value: { name: "Kestrel", seats: 112 },
    });
    expect(validate(schema, { name: "Kestrel" })).toEqual({ ok: true, value: { name: "Kestrel" } });
  });

  it("rejects unknown fields and names all of them", () => {
    expect(validate(schema, { name: "Kestrel", colour: "blue", year: 2026 })).toEqual({
      ok: false,
      issues: [{ path: [], message: "has unknown fields: colour, year" }],
    });
  });

  it("rejects an unknown field that is undefined", () => {
    expect(validate(schema, { name: "Kestrel", colour: undefined })).toEqual({
      ok: false,
      issues: [{ path: [], message: "has unknown fields: colour" }],
    });
  });

  it("reports unknown fields beside wrong ones", () => {
    expect(validate(schema, { seats: "112", colour: "blue" })).toEqual({
      ok: false,
      issues: [
        { path: ["name"], message: "is missing" },
        { path: ["seats"], message: "must be a number, not a string" },
        { path: [], message: "has unknown fields: colour" },
      ],
    });
  });

  it("lists its fields", () => {
    expect(schema._zod.def.shape).toEqual(shape);
  });
});
