import type { State } from "@knowledge-base/server";
import type { ObjectFields, ObjectSchema, Schema } from "@knowledge-base/types/internal";
import { expectTypeOf, it } from "vitest";
import type { recordSchemas } from "../../src/records/schemas.ts";

type AnyRecord = { [Name in keyof typeof recordSchemas]: NonNullable<State[Name]>[number] };

/** Names of the fields without which a shape would still be accepted. */
type OmittableFields<Any> = {
  [Name in keyof Any]-?: Omit<ObjectFields<Any>, Name> extends ObjectFields<Any> ? Name : never;
}[keyof Any];

/** Names of the fields whose schema could be that of another type. */
type RetypableFields<Any> = {
  [Name in keyof Any]-?: Omit<ObjectFields<Any>, Name> & Record<Name, Schema<symbol>> extends ObjectFields<Any>
    ? Name
    : never;
}[keyof Any];

/** Names of required fields whose schema could be that of an optional field. */
type LoosenableFields<Any> = {
  [Name in keyof Any]-?: undefined extends Any[Name]
    ? never
    : Omit<ObjectFields<Any>, Name> & Record<Name, Schema<Any[Name] | undefined>> extends ObjectFields<Any>
      ? Name
      : never;
}[keyof Any];

it("the schema of a record is built of exactly the fields of its interface", () => {
  expectTypeOf<typeof recordSchemas>().toEqualTypeOf<{
    readonly [Name in keyof AnyRecord]: ObjectSchema<AnyRecord[Name], ObjectFields<AnyRecord[Name]>>;
  }>();
  expectTypeOf<keyof AnyRecord | "version" | "idPosition">().toEqualTypeOf<keyof State>();
});

it("each field of a record needs a schema of its type", () => {
  expectTypeOf<{ [Name in keyof AnyRecord]: OmittableFields<AnyRecord[Name]> }[keyof AnyRecord]>().toBeNever();
  expectTypeOf<
    { [Name in keyof AnyRecord]: RetypableFields<AnyRecord[Name]> | LoosenableFields<AnyRecord[Name]> }[keyof AnyRecord]
  >().toBeNever();
});
