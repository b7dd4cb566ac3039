import type { $ZodType } from "zod/v4/core";
import { limits } from "../limits.ts";
import { type ComponentName, components, type FieldOf } from "./components.ts";
import { descriptions } from "./descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";
import { writeJsonSchemas } from "./write-json-schema.ts";

type ComponentSchemas = { readonly [Name in ComponentName]: JsonSchema };

/** What the specification says of a field, and its schema does not. */
const facts: { readonly [Name in ComponentName]?: { readonly [Field in FieldOf<Name>]?: JsonSchema } } = {
  IndexEntry: { summary: { maxLength: limits.indexSummaryLength } },
  OAuthStart: { authorizationUrl: { format: "uri" } },
  ErrorBody: { body: { $ref: uriOf("ExceptionResponse") } },
};

/** The schemas of the document, by name. They refer to each other. */
export function componentSchemas(): ComponentSchemas {
  const schemas = Object.entries(writeJsonSchemas(components, uriOf));
  return Object.fromEntries(
    schemas.map(([name, schema]) => [name, describe(name as ComponentName, schema)]),
  ) as ComponentSchemas;
}

/** A reference to the schema of the document that a schema is. */
export function refTo(schema: $ZodType): JsonSchema {
  const [name] = Object.entries(components).find(([, component]) => component === schema) ?? [];
  if (name === undefined) throw new Error("Failed to refer to a schema: it has no name. Give it one in components.ts.");
  return { $ref: uriOf(name) };
}

function uriOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Adds the words and the facts to the schema of an object. */
function describe(name: ComponentName, { required, properties = {} }: JsonSchema): JsonSchema {
  const { description, fields } = descriptions.components[name];
  const words: Readonly<Record<string, string>> = fields;
  const known: Readonly<Record<string, JsonSchema | undefined>> = facts[name] ?? {};
  const described = Object.entries(properties).map(([field, schema]) => [
    field,
    { description: words[field], ...withoutNullUnion(schema), ...known[field] },
  ]);
  return { type: "object", description, ...(required && { required }), properties: Object.fromEntries(described) };
}

/** Says `type: ["string", "null"]` in place of a union of a string and null. */
function withoutNullUnion({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [value, nothing] = anyOf ?? [];
  if (typeof value?.type === "string" && nothing?.type === "null")
    return { ...rest, ...value, type: [value.type, "null"] };
  return { ...rest, ...(anyOf && { anyOf }) };
}
