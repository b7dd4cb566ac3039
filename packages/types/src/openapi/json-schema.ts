import { toJSONSchema } from "zod/mini";
import type { JSONSchema } from "zod/v4/core";
import { embeddingSchema, type Schema } from "../schema/schema.ts";

/** A schema in the dialect of JSON Schema that OpenAPI 3.1 uses, with the keywords that the documents contain. */
export interface JsonSchema {
  /** Description of the value. */
  readonly description?: string;
  /** Reference to a schema of the components. */
  readonly $ref?: string;
  /** Type of the value, or the types that it may have. */
  readonly type?: string | readonly string[];
  /** Format of a string or a number. */
  readonly format?: string;
  /** The only value that is allowed. */
  readonly const?: unknown;
  /** The values that are known. */
  readonly enum?: readonly string[];
  /** Examples of the value. */
  readonly examples?: readonly unknown[];
  /** Smallest length of a string, in characters. */
  readonly minLength?: number;
  /** Largest length of a string, in characters. */
  readonly maxLength?: number;
  /** Regular expression that a string matches. */
  readonly pattern?: string;
  /** Smallest number. */
  readonly minimum?: number;
  /** Bound that a number is greater than. */
  readonly exclusiveMinimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** Schemas of which the value matches at least one. */
  readonly anyOf?: readonly JsonSchema[];
  /** Schema of the elements of an array. */
  readonly items?: JsonSchema;
  /** Smallest number of elements of an array. */
  readonly minItems?: number;
  /** Largest number of elements of an array. */
  readonly maxItems?: number;
  /** Names of the required fields of an object. */
  readonly required?: readonly string[];
  /** Schemas of the fields of an object. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Schema of the names of an object's fields. */
  readonly propertyNames?: JsonSchema;
  /** Schema of the fields that `properties` does not list; false if there are none. By default, they may have any value. */
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Options of {@link createJsonSchemaWriter}. */
export interface JsonSchemaWriterOptions {
  /** The schemas that the document lists as components, by name. Other schemas refer to them. */
  readonly components: Readonly<Record<string, Schema>>;
  /** JSON Schemas of the schemas that are functions, about which zod knows nothing. */
  readonly customSchemas: ReadonlyMap<Schema, JsonSchema>;
}

/** Writes zod schemas as JSON Schema. */
export interface JsonSchemaWriter {
  /**
   * Returns a schema as JSON Schema. Components inside it are references.
   *
   * @param io - whether to describe the value before it is parsed, or after
   */
  write(schema: Schema, io: "input" | "output"): JsonSchema;

  /** Returns a reference to a component; undefined if the schema is not one. */
  refer(schema: Schema): JsonSchema | undefined;
}

/** Creates the writer of a document's schemas. */
export function createJsonSchemaWriter({ components, customSchemas }: JsonSchemaWriterOptions): JsonSchemaWriter {
  const names = new Map<Schema, string>(Object.entries(components).map(([name, schema]) => [schema, name]));
  const refer = (schema: Schema) => {
    const name = names.get(schema);
    return name === undefined ? undefined : componentRef("schemas", name);
  };
  return {
    write(schema, io) {
      const { $schema: _, ...written } = toJSONSchema(schema, {
        io,
        unrepresentable: "any",
        override({ zodSchema, jsonSchema, path }) {
          const reference = path.length > 0 ? refer(zodSchema) : undefined;
          if (reference) replaceKeywords(jsonSchema, reference);
          else simplify(Object.assign(jsonSchema, customSchemas.get(zodSchema)));
        },
      });
      return written as JsonSchema;
    },
    refer,
  };
}

function replaceKeywords(written: JSONSchema.BaseSchema, reference: JsonSchema): void {
  for (const keyword of Object.keys(written)) Reflect.deleteProperty(written, keyword);
  Object.assign(written, reference);
}

/** Removes the bounds that every whole number has, and writes a tuple of equal elements as tools without tuples read it. */
function simplify(written: JSONSchema.BaseSchema): void {
  if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
  if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  const [element, ...others] = written.prefixItems ?? [];
  const isEqual = (other: unknown) => JSON.stringify(other) === JSON.stringify(element);
  if (!element || !others.every(isEqual)) return;
  written.items = element;
  delete written.prefixItems;
}

/** Descriptions of a type, as its comments state them. */
export interface TypeDescription {
  /** Description of the type. */
  readonly description: string;
  /** Descriptions of its fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Names of the types of those fields whose types are described too, by the name of the field.
   *
   * @default {}
   */
  readonly types?: Readonly<Record<string, string>>;
}

/** Descriptions of types, by name. */
export type TypeDescriptions = Readonly<Record<string, TypeDescription | undefined>>;

/** Returns a schema with descriptions of its fields, and of theirs if they are described types. */
export function describeFields(
  schema: JsonSchema,
  type: TypeDescription | undefined,
  types: TypeDescriptions = {},
): JsonSchema {
  const { properties, items, anyOf } = schema;
  const describeField = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    const fieldType = types[type?.types?.[name] ?? ""];
    const described = fieldType ? describeFields(field, fieldType, types) : field;
    const description = type?.fields[name];
    return [name, { ...described, ...(description !== undefined && { description }) }];
  };
  const describeInner = (inner: JsonSchema) => (inner.properties ? describeFields(inner, type, types) : inner);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describeField)) }),
    ...(items && { items: describeInner(items) }),
    ...(anyOf && { anyOf: anyOf.map(describeInner) }),
  };
}

/** Returns a reference to a component of a document. */
export function componentRef(kind: "schemas" | "responses" | "parameters", name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const;
}

/** Returns a JSON body: its schema and, if there is one, an example. */
export function jsonContent(schema: JsonSchema, example?: unknown) {
  return { "application/json": { schema, ...(example !== undefined && { example: structuredClone(example) }) } };
}

/** Returns the body of a request. It is required if one of its fields is. */
export function jsonRequestBody({ required }: JsonSchema, content: ReturnType<typeof jsonContent>) {
  return { required: required !== undefined, content };
}

/** JSON Schemas of the schemas of resources that are functions. */
export const resourceSchemas: ReadonlyMap<Schema, JsonSchema> = new Map<Schema, JsonSchema>([
  [embeddingSchema, { type: "array", items: { type: "number", format: "double" } }],
]);
