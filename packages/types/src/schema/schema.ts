import { fieldsOf } from "@knowledge-base/internal/json";
import * as z from "zod/mini";
import type * as core from "zod/v4/core";
import { $ZodObject, $ZodObjectJIT } from "zod/v4/core";

/**
 * A schema of any flavor and version of zod 4. An application may have another version than this package, and the types of two
 * versions of zod don't fit each other. Which type to use:
 *
 * | for a schema that | any schema | the schema of an object |
 * | --- | --- | --- |
 * | an application passes | `AnySchema` | {@link AnyObjectSchema} |
 * | these packages declare, with types of its values | {@link Schema} | {@link ObjectSchema} |
 */
export interface AnySchema {
  /** What all flavors and versions of zod 4 know of a schema. */
  readonly _zod: {
    /** Type of the parsed value. */
    readonly output: unknown;
    /** Type of the value before it is parsed. */
    readonly input: unknown;
    /** Definition of the schema. */
    readonly def: {
      /** Kind of the schema, such as `object`. */
      readonly type: string;
    };
  };
}

/** Gives a schema of any version of zod the types of this package's version. Zod runs schemas of other versions, too. */
export function asSchema<Value = unknown>(schema: AnySchema): Schema<Value> {
  return schema as Schema<Value>;
}

/** The schema of an object, of any flavor and version of zod 4. */
export interface AnyObjectSchema extends AnySchema {
  /** What all flavors and versions of zod 4 know of a schema. */
  readonly _zod: AnySchema["_zod"] & {
    /** Definition of the schema. */
    readonly def: {
      /** Schemas of the fields. */
      readonly shape: Readonly<Record<string, AnySchema>>;
    };
  };
}

/** A zod schema, of any flavor of zod 4, that parses an `Input` and returns a `Value`. */
export type Schema<Value = unknown, Input = unknown> = core.$ZodType<Value, Input>;

/**
 * A zod schema of an object, with a list of its fields.
 *
 * @typeParam Value - interface of the parsed object
 * @typeParam Shape - schemas of its fields, such as {@link ObjectFields} of the interface
 */
export interface ObjectSchema<Value = unknown, Shape = ObjectShape> extends core.$ZodType<Value, Value> {
  /** What all flavors of zod 4 know of a schema. */
  readonly _zod: core.$ZodTypeInternals<Value, Value> & {
    /** Definition of the schema. */
    readonly def: {
      /** Schemas of the fields. */
      readonly shape: Shape;
    };
  };
}

/** The schemas of an object's fields, by name. */
export type ObjectShape = Readonly<Record<string, core.$ZodType>>;

/** The schemas of the fields of an interface: exactly one for each field, which takes and returns the type of the field. */
export type ObjectFields<Value> = {
  readonly [Name in keyof Value]-?: string extends Name
    ? core.$ZodType<Value[Name], Value[Name]>
    : Partial<Pick<Value, Name>> extends Pick<Value, Name>
      ? OptionalSchema<Value[Name] | undefined>
      : core.$ZodType<Value[Name], Value[Name]>;
};

/** A schema of a field that may be left out. */
export type OptionalSchema<Value> = core.$ZodType<Value, Value> & {
  /** What all flavors of zod 4 know of a schema. */
  readonly _zod: {
    /** The field may be absent. */
    readonly optout: "optional";
  };
};

/** The type of the values that a schema returns: of parsed values. */
export type ValueOf<Parsing extends AnySchema> = Parsing["_zod"]["output"];

/** The type of the values that a schema takes: before they are parsed. */
export type InputOf<Parsing extends AnySchema> = Parsing["_zod"]["input"];

/** The schemas of the fields of an object schema. */
export type ShapeOf<Parsing extends AnyObjectSchema> = Parsing["_zod"]["def"]["shape"];

/** The definition of a schema, as all copies and flavors of zod 4 have it: the parts that these packages read. */
export interface SchemaDefinition {
  readonly type: core.$ZodTypeDef["type"];
  /** Fields of an object. */
  readonly shape?: ObjectShape;
  /** Schema of the other fields of an object. */
  readonly catchall?: Schema;
  /** Elements of an array. */
  readonly element?: Schema;
  /** The schema inside an optional or nullable one, or one with a default. */
  readonly innerType?: Schema;
  /** First schema of a pipe. */
  readonly in?: Schema;
  readonly checks?: readonly unknown[];
}

export function definitionOf(schema: AnySchema): SchemaDefinition {
  return schema._zod.def as SchemaDefinition;
}

export function isSchema(value: unknown): value is Schema {
  const { run, def } = fieldsOf(fieldsOf(value)["_zod"]);
  return typeof run === "function" && typeof fieldsOf(def)["type"] === "string";
}

/** Whether the schema of a response means that it has no body. */
export function isVoid(schema: AnySchema): boolean {
  return definitionOf(schema).type === "void";
}

/** Whether an object may have fields that its schema doesn't list, as with `z.looseObject`. */
export function isOpen(schema: AnyObjectSchema): boolean {
  const { catchall } = definitionOf(schema);
  return catchall !== undefined && definitionOf(catchall).type !== "never";
}

export function shapeOf<Parsing extends AnyObjectSchema>(schema: Parsing): ShapeOf<Parsing> {
  return schema._zod.def.shape;
}

/** Names of the fields of an object; none if there is no schema. */
export function fieldNames<Parsing extends AnyObjectSchema>(
  schema: Parsing | undefined,
): (keyof ShapeOf<Parsing> & string)[] {
  return schema ? (Object.keys(schema._zod.def.shape) as (keyof ShapeOf<Parsing> & string)[]) : [];
}

/**
 * Creates the schema of an object without other fields. Zod compiles it, which halves the cost of parsing, if the runtime has
 * `new Function`. It finds that out by a call, which browsers report as a violation of a content security policy: nothing is
 * compiled there.
 */
export function strictObject(shape: ObjectShape, error?: core.$ZodErrorMap<never>): Schema {
  const ObjectType = "SecurityPolicyViolationEvent" in globalThis ? $ZodObject : $ZodObjectJIT;
  return new ObjectType({ type: "object", shape, catchall: z.never(), error });
}

// Without their marks, bundlers would keep these calls, and with them every schema that contains a result.

/** A string that isn't empty. */
export const identifierSchema = /* @__PURE__ */ z.string().check(z.minLength(1));

/** A whole number. */
export const intSchema = /* @__PURE__ */ z.int();

/**
 * A list of finite numbers, which one loop validates: a schema for each of the 1,536 numbers of an embedding would cost more than
 * parsing the page, and would make the engine store every number as a separate object.
 */
export const embeddingSchema = createEmbeddingSchema();

// @__NO_SIDE_EFFECTS__
function createEmbeddingSchema() {
  const schema = z.custom<readonly number[]>(isVector, "must be an array of finite numbers");
  // Every copy of zod calls this function, and fails on a custom schema without it.
  schema._zod.toJSONSchema = () => ({ type: "array", items: { type: "number" } });
  return schema;
}

function isVector(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  for (const number of value) if (!Number.isFinite(number)) return false;
  return true;
}
