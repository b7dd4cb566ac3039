import { limits } from "../limits.ts";
import type { Schema } from "../schema/schema.ts";
import { type ComponentName, components, type FieldOf } from "./components.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import { createJsonSchemaWriter, describeFields } from "./json-schema-writer.ts";
import { componentRef } from "./open-api-parts.ts";
import { resourceSchemas } from "./write-inline-schema.ts";

type ComponentSchemas = { readonly [Name in ComponentName]: JsonSchema };

/** Keywords that the specification implies, and that the schemas of the contract do not enforce. */
const extraKeywords: { readonly [Name in ComponentName]?: { readonly [Field in FieldOf<Name>]?: JsonSchema } } = {
  Page: {
    embedding: {
      description: `${descriptions.components.Page.fields.embedding} The example is shortened: a real one has more than a thousand numbers, about 16 KB of JSON.`,
    },
  },
  IndexEntry: { summary: { maxLength: limits.indexSummaryLength } },
  OAuthStart: { authorizationUrl: { format: "uri" } },
  ErrorBody: { timestamp: { format: "date-time" }, body: componentRef("schemas", "ExceptionResponse") },
  ExceptionResponse: {
    statusCode: { type: "integer" },
    // The specification does not define the elements. Frameworks write texts, or objects that name a field.
    message: { anyOf: [{ type: "string" }, { type: "array", items: { type: ["string", "object"] } }] },
    error: { type: "string" },
  },
};

const writer = createJsonSchemaWriter({ components, customSchemas: resourceSchemas });

/** Returns the JSON Schemas of the document's components, by name. */
export function createComponentSchemas(): ComponentSchemas {
  const names = Object.keys(components) as ComponentName[];
  return Object.fromEntries(names.map((name) => [name, createComponentSchema(name)])) as ComponentSchemas;
}

/** Returns a schema as JSON Schema. Unknown fields are allowed in requests and in responses. */
export function writeJsonSchema(schema: Schema): JsonSchema {
  return writer.write(schema, "input");
}

/** Returns a reference to the component that a schema is. */
export function requireComponentRef(schema: Schema): JsonSchema {
  const reference = writer.refer(schema);
  if (!reference) throw new Error("Failed to refer to a schema: it has no name. Add it to components.ts.");
  return reference;
}

function createComponentSchema(name: ComponentName): JsonSchema {
  const { required, properties = {} } = describeFields(
    writeJsonSchema(components[name]),
    descriptions.components[name],
  );
  const keywords: Readonly<Record<string, JsonSchema | undefined>> = structuredClone(extraKeywords[name] ?? {});
  return {
    type: "object",
    description: descriptions.components[name].description,
    ...(required && { required }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => [field, { ...withoutNullUnion(schema), ...keywords[field] }]),
    ),
  };
}

/** Replaces a union of a plain type and null by `type: ["string", "null"]`. */
function withoutNullUnion({ description, anyOf, ...rest }: JsonSchema): JsonSchema {
  const described = { ...(description !== undefined && { description }) };
  const [value, other] = anyOf ?? [];
  if (typeof value?.type === "string" && other?.type === "null") {
    return { ...described, ...rest, ...value, type: [value.type, "null"] };
  }
  return { ...described, ...rest, ...(anyOf && { anyOf }) };
}
