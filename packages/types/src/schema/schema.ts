import type * as z from "zod/v4/core";

/** A zod schema, of any flavour of zod 4, whose parsed value is a `Value`. */
export type Schema<Value = unknown> = z.$ZodType<Value>;

/**
 * A zod schema of an object, with a list of its fields.
 *
 * @typeParam Value - Interface of the object.
 * @typeParam Shape - Schemas of its fields, such as {@link ObjectFields} of the interface.
 */
export interface ObjectSchema<Value = unknown, Shape = ObjectShape> extends z.$ZodType<Value> {
  readonly _zod: z.$ZodTypeInternals<Value, unknown> & { readonly def: { readonly shape: Shape } };
}

/** The schemas of an object's fields, by name. */
export type ObjectShape = Readonly<Record<string, z.$ZodType>>;

/** The schemas of the fields of an interface: exactly one for each field, with the type of the field. */
export type ObjectFields<Value> = {
  readonly [Name in keyof Value]-?: string extends Name
    ? z.$ZodType<Value[Name]>
    : Partial<Pick<Value, Name>> extends Pick<Value, Name>
      ? OptionalField<Value[Name] | undefined>
      : z.$ZodType<Value[Name]>;
};

type OptionalField<Value> = z.$ZodType<Value> & { readonly _zod: { readonly optout: "optional" } };

/** The type of the values that a schema accepts. */
export type ValueOf<AnySchema extends Schema> = AnySchema["_zod"]["output"];
