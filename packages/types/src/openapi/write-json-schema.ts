import { $ZodRegistry, type $ZodType, type ToJSONSchemaParams, toJSONSchema } from "zod/v4/core";
import { embeddingSchema } from "../schema/embedding.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What JSON Schema can say of the schemas that are functions. */
const functions = new Map<Schema, JsonSchema>([
  [timestampSchema, { type: "string", format: "date-time" }],
  [embeddingSchema, { type: "array", items: { type: "number", format: "double" } }],
]);

const options = {
  // What is sent may have more fields than are known; so may what is received.
  io: "input",
  unrepresentable: "any",
  override({ zodSchema, jsonSchema: written }) {
    Object.assign(written, functions.get(zodSchema));
    // The bounds of every whole number.
    if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
    if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
  },
} satisfies ToJSONSchemaParams;

/** Writes the schema of an object as JSON Schema. */
export function writeJsonSchema(schema: ObjectSchema): JsonSchema {
  return toJSONSchema(schema, options) as JsonSchema;
}

/** Writes schemas as JSON Schema, in which they refer to each other by the URIs of their names. */
export function writeJsonSchemas(
  named: Readonly<Record<string, ObjectSchema>>,
  uri: (name: string) => string,
): Record<string, JsonSchema> {
  const registry = new $ZodRegistry<{ id: string }, $ZodType>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return toJSONSchema(registry, { ...options, uri }).schemas as Record<string, JsonSchema>;
}
