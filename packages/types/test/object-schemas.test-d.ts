import { type ObjectSchema, objectSchema, strictObjectSchema, type ValueOf, validate } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod/mini";

interface Boat {
  readonly name: string;
  readonly berth: string | null;
  readonly seats?: number | undefined;
}

const name = z.string();
const berth = z.nullable(z.string());
const seats = z.optional(z.number());

describe("objectSchema", () => {
  it("accepts the shape of the interface", () => {
    const schema = objectSchema<Boat>({ name, berth, seats });
    expectTypeOf(schema).toEqualTypeOf<ObjectSchema<Boat>>();
    expectTypeOf<ValueOf<typeof schema>>().toEqualTypeOf<Boat>();
  });

  it("refuses a missing field", () => {
    // @ts-expect-error berth is missing
    objectSchema<Boat>({ name, seats });
  });

  it("refuses a missing field that is optional", () => {
    // @ts-expect-error seats is missing
    objectSchema<Boat>({ name, berth });
  });

  it("refuses a field that the interface does not have", () => {
    // @ts-expect-error colour is no field of a boat
    objectSchema<Boat>({ name, berth, seats, colour: z.string() });
  });

  it("refuses a field of another type", () => {
    // @ts-expect-error name is a string
    objectSchema<Boat>({ name: z.number(), berth, seats });
    // @ts-expect-error seats is a number
    objectSchema<Boat>({ name, berth, seats: z.optional(z.string()) });
  });

  it("refuses a field that may be null where the interface forbids it", () => {
    // @ts-expect-error name is never null
    objectSchema<Boat>({ name: z.nullable(z.string()), berth, seats });
  });

  it("refuses an optional field that the schema requires", () => {
    // @ts-expect-error seats may be left out
    objectSchema<Boat>({ name, berth, seats: z.number() });
  });

  it("refuses a required field that the schema lets go", () => {
    // @ts-expect-error name is required
    objectSchema<Boat>({ name: z.optional(z.string()), berth, seats });
  });
});

describe("strictObjectSchema", () => {
  it("has the type that it is told", () => {
    expectTypeOf(strictObjectSchema<Boat>({ name, berth, seats })).toEqualTypeOf<ObjectSchema<Boat>>();
  });
});

describe("validate", () => {
  it("has a value or issues, never both", () => {
    const validation = validate(objectSchema<Boat>({ name, berth, seats }), {});
    if (validation.ok) {
      expectTypeOf(validation.value).toEqualTypeOf<Boat>();
      expectTypeOf(validation).not.toHaveProperty("issues");
    } else {
      expectTypeOf(validation.issues).items.toEqualTypeOf<{
        readonly path: readonly PropertyKey[];
        readonly message: string;
      }>();
      expectTypeOf(validation).not.toHaveProperty("value");
    }
  });
});
