import { embeddingSchema } from "../schema/embedding.ts";
import type { Schema } from "../schema/schema.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import { inlineDefinitions } from "./inline-definitions.ts";
import type { JsonSchema } from "./json-schema.ts";
import { createJsonSchemaWriter } from "./json-schema-writer.ts";

/** JSON Schemas of the schemas of resources that are functions. */
export const resourceSchemas: ReadonlyMap<Schema, JsonSchema> = new Map<Schema, JsonSchema>([
  [timestampSchema, { type: "string", format: "date-time" }],
  [embeddingSchema, { type: "array", items: { type: "number", format: "double" } }],
]);

const writer = /* @__PURE__ */ createJsonSchemaWriter({ components: {}, customSchemas: resourceSchemas });

/** Writes a schema without references, for readers that know no components. */
export function writeInlineSchema(schema: Schema, io: "input" | "output"): JsonSchema {
  return inlineDefinitions(writer.write(schema, io));
}
