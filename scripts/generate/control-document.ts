import type { Schema } from "@knowledge-base/types";
import { parseSync, timestampSchema } from "@knowledge-base/types/internal";
import { timestampInputSchema } from "../../packages/server/src/basics/object-schema.ts";
import { type ControlRoute, controlRoutes } from "../../packages/server/src/control/http-protocol.ts";
import { unvalidatedStateSchema } from "../../packages/server/src/state/schemas.ts";
import { timeSchema } from "../../packages/server/src/test-tools/clock-control.ts";
import { retryAfterSchema } from "../../packages/server/src/test-tools/fault-kinds.ts";
import {
  componentRef,
  type JsonSchema,
  jsonContent,
  writeJsonSchema,
  writeReference,
} from "../../packages/types/src/openapi/json-schema.ts";
import { embeddingSchema, isVoid } from "../../packages/types/src/schema/schema.ts";
import { describeControls } from "./control-descriptions.ts";
import examples from "./control-examples.json" with { type: "json" };
import { controlComponents, outputSchema } from "./control-schemas.ts";
import template from "./control-template.json" with { type: "json" };

const descriptions = describeControls();

/**
 * Creates the OpenAPI 3.1 document of the controls, which `GET /_control/openapi.json` returns with the URL of the server. Its examples
 * are calls of a server with the demo seed.
 */
export function createControlDocument() {
  const tags = Object.entries(descriptions.groups).map(([name, description]) => ({ name, description }));
  const operations = Array.from(controlRoutes, ([path, route]) => [
    `/_control/${path}`,
    { post: createOperation(path, route) },
  ]);
  return {
    ...template,
    tags: [...tags, ...template.tags],
    paths: { ...Object.fromEntries(operations), ...template.paths },
    components: { ...template.components, schemas: createComponentSchemas() },
  };
}

function createOperation(path: string, { action, canBeConfined, queryNames }: ControlRoute) {
  const { summary, input, bodyField } = action;
  const output = outputSchema(path, descriptions.outputTypes.get(path));
  return {
    operationId: path.replace("/", "."),
    summary,
    description: descriptions.operations[path],
    tags: [path.split("/")[0]],
    ...(canBeConfined && { parameters: queryNames.map((name) => componentRef("parameters", name)) }),
    ...(input && {
      requestBody: {
        required: !parseSync(input, {}).ok,
        content: jsonContent(
          createJsonSchema(bodyField === undefined ? input : controlComponents.StateInput, "input", path),
          examples[path as keyof typeof examples],
        ),
      },
    }),
    responses: {
      ...(isVoid(output)
        ? { 204: { description: "Done" } }
        : { 200: { description: "Done", content: jsonContent(createJsonSchema(output, "output", path)) } }),
      default: componentRef("responses", "Error"),
    },
  };
}

const timestampJsonSchema: JsonSchema = { type: "string", examples: ["2026-03-02T08:15:00.000Z"] };

const keywords = new Map<Schema, JsonSchema>([
  [timestampSchema, timestampJsonSchema],
  [timestampInputSchema, timestampJsonSchema],
  [unvalidatedStateSchema, { $ref: "#/components/schemas/StateInput" }],
  [embeddingSchema, { type: "array", items: { type: "number" } }],
  [
    timeSchema,
    {
      description: "An ISO 8601 timestamp, which is UTC if it has no offset, or milliseconds since 1970.",
      anyOf: [timestampJsonSchema, { type: "number" }],
    },
  ],
  [
    retryAfterSchema,
    {
      anyOf: [
        { type: "integer", minimum: 0 },
        { type: "string", examples: ["Wed, 01 Jul 2026 12:00:00 GMT"] },
      ],
    },
  ],
]);

function createComponentSchemas(): Record<string, JsonSchema> {
  const described = Object.entries(controlComponents).map(([name, component]) => {
    const schema = writeJsonSchema(component, { io: "output", components: controlComponents, keywords });
    return [name, { ...addFieldDescriptions(schema, name), description: descriptions.components[name] }];
  });
  return Object.fromEntries(described);
}

function createJsonSchema(schema: Schema, io: "input" | "output", path: string): JsonSchema {
  return addFieldDescriptions(writeReference(schema, { io, components: controlComponents, keywords }), `${path}/${io}`);
}

function addFieldDescriptions(schema: JsonSchema, place: string): JsonSchema {
  const { properties, items, anyOf } = schema;
  const describeField = ([name, field]: [string, JsonSchema]) => {
    const description = descriptions.findField(name, place);
    return [name, { ...addFieldDescriptions(field, `${place}.${name}`), ...(description && { description }) }];
  };
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describeField)) }),
    ...(items && { items: addFieldDescriptions(items, place) }),
    ...(anyOf && { anyOf: anyOf.map((member) => addFieldDescriptions(member, place)) }),
  };
}
