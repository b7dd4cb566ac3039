import type * as z from "zod/v4/core";

/** A zod schema, of whichever flavour of zod 4, whose parsed value is a `Value`. */
export type Schema<Value = unknown> = z.$ZodType<Value>;

/** A zod schema of an object whose fields can be listed. */
export interface ObjectSchema<Value = unknown> extends z.$ZodType<Value> {
  readonly _zod: z.$ZodTypeInternals<Value, unknown> & { readonly def: { readonly shape: ObjectShape } };
}

/** The schemas of an object's fields, by name. */
export type ObjectShape = Readonly<Record<string, z.$ZodType>>;

/** What a schema lets through. */
export type ValueOf<AnySchema extends Schema> = AnySchema["_zod"]["output"];
