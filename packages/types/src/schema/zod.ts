import * as core from "zod/v4/core";
import type { OptionalSchema, Schema, ValueOf } from "./schema.ts";

// Schemas made of the classes of zod's core. Those of zod/mini have methods, which nothing here uses and every application that
// calls the service would load.

type InputOf<AnySchema extends Schema> = AnySchema["_zod"]["input"];

/** Creates a schema of strings that pass all checks. */
// @__NO_SIDE_EFFECTS__
export function string(...checks: core.$ZodCheck<string>[]): Schema<string, string> {
  return new core.$ZodString({ type: "string", checks }) as Schema as Schema<string, string>;
}

/** Creates a schema of finite numbers that pass all checks. */
// @__NO_SIDE_EFFECTS__
export function number(...checks: core.$ZodCheck<number>[]): Schema<number, number> {
  return new core.$ZodNumber({ type: "number", checks }) as Schema as Schema<number, number>;
}

/** Creates a schema of booleans. */
// @__NO_SIDE_EFFECTS__
export function boolean(): Schema<boolean, boolean> {
  return new core.$ZodBoolean({ type: "boolean" }) as Schema as Schema<boolean, boolean>;
}

/** Creates a schema of strings that are listed. */
// @__NO_SIDE_EFFECTS__
export function enumOf<const Value extends string>(values: readonly Value[]): Schema<Value, Value> {
  const entries = Object.fromEntries(values.map((value) => [value, value]));
  return new core.$ZodEnum({ type: "enum", entries }) as Schema as Schema<Value, Value>;
}

/** Creates a schema of lists. */
// @__NO_SIDE_EFFECTS__
export function array<Element extends Schema>(element: Element): Schema<ValueOf<Element>[], InputOf<Element>[]> {
  return new core.$ZodArray({ type: "array", element });
}

/** Creates a schema that also accepts null. */
// @__NO_SIDE_EFFECTS__
export function nullable<Inner extends Schema>(innerType: Inner): Schema<ValueOf<Inner> | null, InputOf<Inner> | null> {
  return new core.$ZodNullable({ type: "nullable", innerType });
}

/** Creates a schema of a field that may be left out or undefined. */
// @__NO_SIDE_EFFECTS__
export function optional<Inner extends Schema>(innerType: Inner): OptionalSchema<ValueOf<Inner> | undefined> {
  return new core.$ZodOptional({ type: "optional", innerType }) as Schema as OptionalSchema<ValueOf<Inner> | undefined>;
}

/**
 * Creates a schema of the values that a function accepts. It can also check the values of another schema.
 *
 * @param problem - message about any other value, or a function that returns it
 */
// @__NO_SIDE_EFFECTS__
export function custom<Value>(
  accepts: (value: Value) => boolean,
  problem: string | ((value: unknown) => string),
): Schema<Value, Value> & core.$ZodCheck<Value> {
  const error = ({ input }: { readonly input?: unknown }) => (typeof problem === "string" ? problem : problem(input));
  const fn = accepts as (value: unknown) => boolean;
  return new core.$ZodCustom({ type: "custom", check: "custom", fn, abort: true, error }) as unknown as Schema<
    Value,
    Value
  > &
    core.$ZodCheck<Value>;
}
