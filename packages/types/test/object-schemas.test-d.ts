import {
  extendShape,
  type ObjectFields,
  type ObjectSchema,
  objectSchema,
  strictObjectSchema,
  type ValueOf,
  validate,
} from "@knowledge-base/types";
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

describe.each([objectSchema, strictObjectSchema])("%o", (build) => {
  it("accepts the shape of the interface", () => {
    const schema = build<Boat>({ name, berth, seats });
    expectTypeOf(schema).toEqualTypeOf<ObjectSchema<Boat, ObjectFields<Boat>>>();
    expectTypeOf(schema).toExtend<ObjectSchema<Boat>>();
    expectTypeOf<ValueOf<typeof schema>>().toEqualTypeOf<Boat>();
    expectTypeOf<(typeof schema)["_zod"]["input"]>().toEqualTypeOf<Boat>();
  });

  it("rejects a missing field", () => {
    // @ts-expect-error berth is missing
    build<Boat>({ name, seats });
  });

  it("rejects a missing field that is optional", () => {
    // @ts-expect-error seats is missing
    build<Boat>({ name, berth });
  });

  it("rejects a field that the interface does not have", () => {
    // @ts-expect-error colour is not a field of a boat
    build<Boat>({ name, berth, seats, colour: z.string() });
  });

  it("rejects a field of another type", () => {
    // @ts-expect-error name is a string
    build<Boat>({ name: z.number(), berth, seats });
    // @ts-expect-error seats is a number
    build<Boat>({ name, berth, seats: z.optional(z.string()) });
  });

  it("rejects a field that accepts another type than it returns", () => {
    // @ts-expect-error a boat has a name before it is parsed, too
    build<Boat>({ name: z.pipe(z.number(), z.transform(String)), berth, seats });
    const coerced = z.coerce.string();
    // @ts-expect-error a name is a string before it is parsed, too
    build<Boat>({ name: coerced, berth, seats });
  });

  it("rejects a field that may be null if the interface forbids it", () => {
    // @ts-expect-error name is never null
    build<Boat>({ name: z.nullable(z.string()), berth, seats });
  });

  it("rejects an optional field that the schema requires", () => {
    // @ts-expect-error seats may be omitted
    build<Boat>({ name, berth, seats: z.number() });
  });

  it("rejects a required field that the schema does not require", () => {
    // @ts-expect-error name is required
    build<Boat>({ name: z.optional(z.string()), berth, seats });
  });
});

describe("objectSchema and strictObjectSchema", () => {
  it("have the same type", () => {
    expectTypeOf(strictObjectSchema).toEqualTypeOf<typeof objectSchema>();
  });

  it("accept the shape of a schema of the same interface, and of no other", () => {
    const boat = objectSchema<Boat>({ name, berth, seats });
    strictObjectSchema<Boat>(boat._zod.def.shape);
    const pier = objectSchema<{ readonly name: string }>({ name });
    // @ts-expect-error a pier has neither berth nor seats
    strictObjectSchema<Boat>(pier._zod.def.shape);
  });

  it("accept any shape of an object whose fields are not known", () => {
    const anyObject: ObjectSchema = objectSchema<Boat>({ name, berth, seats });
    strictObjectSchema<Record<string, unknown>>(anyObject._zod.def.shape);
  });
});

describe("extendShape", () => {
  interface Ferry extends Boat {
    readonly berth: string;
    readonly cars: number;
    readonly deck?: string | undefined;
  }

  const boat = objectSchema<Boat>({ name, berth, seats });
  const cars = z.number();
  const deck = z.optional(z.string());
  const added = { berth: z.string(), cars, deck };

  it("accepts the fields that an interface adds or narrows, and others of the right type", () => {
    expectTypeOf(extendShape<Ferry, Boat>(boat, added)).toEqualTypeOf<ObjectFields<Ferry>>();
    extendShape<Ferry, Boat>(boat, { ...added, name: z.string().check(z.minLength(1)) });
    strictObjectSchema<Ferry>(extendShape<Ferry, Boat>(boat, added));
  });

  it("rejects a missing field, required or optional", () => {
    // @ts-expect-error cars is missing
    extendShape<Ferry, Boat>(boat, { berth: z.string(), deck });
    // @ts-expect-error deck is missing
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars });
  });

  it("rejects a field that is narrower than in the schema, and is missing", () => {
    // @ts-expect-error berth may be null in the schema, but not in the interface
    extendShape<Ferry, Boat>(boat, { cars, deck });
  });

  it("rejects a field that the interface does not have", () => {
    // @ts-expect-error colour is not a field of a ferry
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars, deck, colour: z.string() });
  });

  it("rejects a field of another type", () => {
    // @ts-expect-error cars is a number
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars: z.string(), deck });
    // @ts-expect-error name is a string
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars, deck, name: z.number() });
    // @ts-expect-error cars is required
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars: z.optional(z.number()), deck });
    // @ts-expect-error deck may be omitted
    extendShape<Ferry, Boat>(boat, { berth: z.string(), cars, deck: z.string() });
  });

  it("rejects a schema with fields that the interface does not have", () => {
    // @ts-expect-error a pier has no berth
    extendShape<{ readonly name: string }, Boat>(boat, {});
    // @ts-expect-error a pier has no seats, which are optional
    extendShape<{ readonly name: string; readonly berth: string | null }, Boat>(boat, {});
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
