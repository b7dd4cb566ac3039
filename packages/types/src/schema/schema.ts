import type * as z from "zod/v4/core";

/** A zod schema, of any flavour of zod 4, that parses an `Input` and returns a `Value`. */
export type Schema<Value = unknown, Input = unknown> = z.$ZodType<Value, Input>;

/**
 * A zod schema of an object, with a list of its fields.
 *
 * @typeParam Value - Interface of the parsed object.
 * @typeParam Shape - Schemas of its fields, such as {@link ObjectFields} of the interface.
 * @typeParam Input - Interface of the object before it is parsed.
 */
export interface ObjectSchema<Value = unknown, Shape = ObjectShape, Input = Value> extends z.$ZodType<Value, Input> {
  readonly _zod: z.$ZodTypeInternals<Value, Input> & { readonly def: { readonly shape: Shape } };
}

/** The schemas of an object's fields, by name. */
export type ObjectShape = Readonly<Record<string, z.$ZodType>>;

/** The schemas of the fields of an interface: exactly one for each field, which takes and returns the type of the field. */
export type ObjectFields<Value> = {
  readonly [Name in keyof Value]-?: string extends Name
    ? z.$ZodType<Value[Name], Value[Name]>
    : Partial<Pick<Value, Name>> extends Pick<Value, Name>
      ? OptionalSchema<Value[Name] | undefined>
      : z.$ZodType<Value[Name], Value[Name]>;
};

/** A schema of a field that may be left out. */
export type OptionalSchema<Value> = z.$ZodType<Value, Value> & { readonly _zod: { readonly optout: "optional" } };

/** The type of the values that a schema returns: of parsed values. */
export type ValueOf<AnySchema extends Schema> = AnySchema["_zod"]["output"];
