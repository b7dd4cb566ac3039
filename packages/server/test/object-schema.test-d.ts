import type { ObjectFields } from "@knowledge-base/types/internal";
import { expectTypeOf, it } from "vitest";
import * as z from "zod/mini";
import { extendShape, strictObjectSchema } from "../src/object-schema.ts";

interface Boat {
  readonly name: string;
  readonly berth: string | null;
  readonly seats?: number | undefined;
}

const name = z.string();
const berth = z.nullable(z.string());
const seats = z.optional(z.number());

it("extendShape takes the fields that an interface adds or narrows", () => {
  interface Ferry extends Boat {
    readonly berth: string;
    readonly cars: number;
  }
  const boat = z.object({ name, berth, seats } satisfies ObjectFields<Boat>);
  const cars = z.number();
  expectTypeOf(extendShape<Ferry, Boat>(boat, { berth: name, cars })).toEqualTypeOf<ObjectFields<Ferry>>();
  strictObjectSchema<Ferry>(extendShape<Ferry, Boat>(boat, { berth: name, cars, name: name.check(z.minLength(1)) }));
  // @ts-expect-error berth may be null in the schema, but not in the interface
  extendShape<Ferry, Boat>(boat, { cars });
  // @ts-expect-error cars is a number
  extendShape<Ferry, Boat>(boat, { berth: name, cars: name });
  // @ts-expect-error colour is not a field of a ferry
  extendShape<Ferry, Boat>(boat, { berth: name, cars, colour: name });
  // @ts-expect-error a pier has no seats, which are optional
  extendShape<{ readonly name: string; readonly berth: string | null }, Boat>(boat, {});
});
