import { fieldsOf } from "@knowledge-base/internal/json";
import { array, globalRegistry, toJSONSchema } from "zod/mini";
import type { $ZodRegistry, GlobalMeta, JSONSchema } from "zod/v4/core";
import { type AnySchema, asSchema, type Schema } from "../schema/schema.ts";

/** A schema in the dialect of JSON Schema that OpenAPI 3.1 uses, with the keywords that the documents read or write. */
export interface JsonSchema {
  /** Description of the value. */
  readonly description?: string;
  /** Reference to a schema of the components. */
  readonly $ref?: string;
  /** Type of the value, or the types that it may have. */
  readonly type?: string | readonly string[];
  /** Format of a string or a number. */
  readonly format?: string;
  /** The value of a field that is left out. */
  readonly default?: unknown;
  /** The only value that is allowed. */
  readonly const?: unknown;
  /** The values that are known. */
  readonly enum?: readonly string[];
  /** Examples of the value. */
  readonly examples?: readonly unknown[];
  /** Largest length of a string, in characters. */
  readonly maxLength?: number;
  /** Smallest number. */
  readonly minimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** Schemas. The value matches at least one of them. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schema of the elements of an array. */
  readonly items?: JsonSchema;
  /** Names of the required fields of an object. */
  readonly required?: readonly string[];
  /** Schemas of the fields of an object. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Schema of the fields that `properties` doesn't list; false if there are none. By default, they may have any value. */
  readonly additionalProperties?: JsonSchema | boolean;
}

interface JsonSchemaContext {
  // Whether to describe the value before it is parsed, or after.
  readonly io: "input" | "output";
  // Schemas that are written as references to components of the document, by the name of the component.
  readonly components?: Readonly<Record<string, Schema>>;
  // Keywords that zod doesn't know, by the part of the schema that they describe.
  readonly keywords?: ReadonlyMap<Schema, JsonSchema>;
}

// How often a schema that contains itself is written.
const maxRepetitions = 2;

/**
 * Writes a zod schema in full as JSON Schema. It refers only to components: a schema that contains itself is written twice, one
 * inside of the other, and any value is allowed inside of that.
 */
export function writeJsonSchema(given: AnySchema, { io, components = {}, keywords }: JsonSchemaContext): JsonSchema {
  const schema = asSchema(given);
  const names = new Map(Object.entries(components).map(([name, component]) => [component, name]));
  names.delete(schema);
  const describePart = (part: Schema) => {
    // Zod writes a schema with an id as a definition.
    const { id: _, ...described } = globalRegistry.get(part) ?? {};
    return { ...described, ...(names.has(part) && { id: names.get(part) }) };
  };
  // In an array, a schema that contains itself is a definition like any other.
  const { items, $defs: definitions = {} } = toJSONSchema(array(schema), {
    io,
    metadata: { get: describePart } as $ZodRegistry<GlobalMeta>,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => simplify(Object.assign(jsonSchema, keywords?.get(zodSchema))),
  });
  return writeDefinitions(items, maxRepetitions);

  // Writes definitions in the places of the references to them.
  function writeDefinitions(written: unknown, repetitionsLeft: number): JsonSchema {
    return JSON.parse(JSON.stringify(written), (_, part) => {
      const { $ref, ...others } = fieldsOf(part);
      const [, name] = /^#\/\$defs\/(.+)/.exec(String($ref)) ?? [];
      if (name === undefined) return part;
      if (Object.hasOwn(components, name)) return { ...componentRef("schemas", name), ...others };
      return { ...(repetitionsLeft > 0 && writeDefinitions(definitions[name], repetitionsLeft - 1)), ...others };
    });
  }
}

/** Writes a zod schema like {@link writeJsonSchema}, or a reference to it if it is a component. */
export function writeReference(schema: AnySchema, context: JsonSchemaContext): JsonSchema {
  const [name] = Object.entries(context.components ?? {}).find(([, component]) => component === schema) ?? [];
  return name === undefined ? writeJsonSchema(schema, context) : componentRef("schemas", name);
}

// Removes the bounds that every whole number has, and writes unions with the only keyword that all tools know.
function simplify(written: JSONSchema.BaseSchema): void {
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  const { oneOf, anyOf = oneOf } = written;
  if (!anyOf) return;
  delete written.oneOf;
  delete written.anyOf;
  // Zod shortens this itself since 4.5.
  const [{ type, ...others } = {}, none] = anyOf;
  const isShort = none?.type === "null" && typeof type === "string" && Object.keys(others).length === 0;
  Object.assign(written, isShort ? { type: [type, "null"] } : { anyOf });
}

/** Returns a schema with descriptions of its fields, or of the fields of its elements. */
export function describeFields(schema: JsonSchema, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const { properties = {}, items } = schema;
  if (items) return { ...schema, items: describeFields(items, descriptions) };
  const described = Object.entries(properties).map(([name, field]) => {
    const description = descriptions[name];
    return [name, { ...field, ...(description !== undefined && { description }) }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

export function componentRef(kind: "schemas" | "responses" | "parameters", name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const;
}

export function jsonContent(schema: JsonSchema, example?: unknown) {
  return { "application/json": { schema, ...(example !== undefined && { example: structuredClone(example) }) } };
}
