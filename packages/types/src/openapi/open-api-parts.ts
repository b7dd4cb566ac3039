import type { JsonSchema } from "./json-schema.ts";
import type { OpenApiContent, OpenApiRequestBody, OpenApiTag } from "./open-api-document.ts";

/** Returns a reference to a component of a document. */
export function componentRef(kind: "schemas" | "responses" | "parameters", name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const;
}

/** Returns a JSON body: its schema and, if there is one, an example. */
export function jsonContent(schema: JsonSchema, example?: unknown): OpenApiContent {
  return { "application/json": { schema, ...(example !== undefined && { example: structuredClone(example) }) } };
}

/** Returns the body of a request. It is required if one of its fields is. */
export function jsonRequestBody({ required }: JsonSchema, content: OpenApiContent): OpenApiRequestBody {
  return { required: required !== undefined, content };
}

/** Returns the tags of a document. */
export function openApiTags(descriptions: Readonly<Record<string, string>>): OpenApiTag[] {
  return Object.entries(descriptions).map(([name, description]) => ({ name, description }));
}
