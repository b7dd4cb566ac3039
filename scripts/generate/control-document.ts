import type { Schema } from "@knowledge-base/types";
import { parseSync, timestampSchema } from "@knowledge-base/types/internal";
import { fieldsSchema, timestampInputSchema } from "../../packages/server/src/basics/object-schema.ts";
import { type ControlRoute, controlRoutes } from "../../packages/server/src/control/groups.ts";
import { unvalidatedStateSchema } from "../../packages/server/src/state/schemas.ts";
import { timeSchema } from "../../packages/server/src/test-tools/clock-control.ts";
import { headersSchema, retryAfterSchema } from "../../packages/server/src/test-tools/fault-kinds.ts";
import { targetInputSchema } from "../../packages/server/src/test-tools/faults-control.ts";
import {
  componentRef,
  type JsonSchema,
  jsonContent,
  writeJsonSchema,
  writeReference,
} from "../../packages/types/src/openapi/json-schema.ts";
import { embeddingSchema, isVoid } from "../../packages/types/src/schema/schema.ts";
import {
  type DeclaredControl,
  declaredControl,
  describeComponent,
  describeFields,
  groupTags,
} from "./control-descriptions.ts";
import examples from "./control-examples.json" with { type: "json" };
import { controlComponents, outputSchema } from "./control-schemas.ts";
import template from "./control-template.json" with { type: "json" };

/**
 * Creates the OpenAPI 3.1 document of the controls, which `GET /_control/openapi.json` returns with the URL of the server. Its examples
 * are calls of a server with the demo seed.
 */
export function createControlDocument() {
  const operations = Array.from(controlRoutes, ([path, route]) => [
    `/_control/${path}`,
    { post: createOperation(path, route) },
  ]);
  return {
    ...template,
    tags: [...groupTags, ...template.tags],
    paths: { ...Object.fromEntries(operations), ...template.paths },
    components: { ...template.components, schemas: createComponentSchemas() },
  };
}

function createOperation(path: string, { action, queryNames }: ControlRoute) {
  const { summary, input, bodyField, isDestructive } = action;
  const declared = declaredControl(path);
  const output = outputSchema(path, declared.output);
  return {
    operationId: path.replace("/", "."),
    summary,
    description: declared.description,
    tags: [path.split("/")[0]],
    ...(isDestructive && { "x-destructive": true }),
    ...(queryNames.length > 0 && { parameters: queryNames.map((name) => componentRef("parameters", name)) }),
    ...(input && {
      requestBody: {
        required: !parseSync(input, {}).ok,
        content: jsonContent(
          bodyField === undefined ? inputJsonSchema(input, declared) : componentRef("schemas", "StateInput"),
          examples[path as keyof typeof examples],
        ),
      },
    }),
    responses: {
      ...(isVoid(output)
        ? { 204: { description: "Done" } }
        : {
            200: {
              description: "Done",
              content: jsonContent(describeFields(toJsonSchema(output, "output"), declared.output)),
            },
          }),
      default: componentRef("responses", "Error"),
    },
  };
}

const timestampJsonSchema: JsonSchema = { type: "string", format: "date-time", examples: ["2026-03-02T08:15:00.000Z"] };

const keywords = new Map<Schema, JsonSchema>([
  [timestampSchema, timestampJsonSchema],
  [timestampInputSchema, timestampJsonSchema],
  [unvalidatedStateSchema, { $ref: "#/components/schemas/StateInput" }],
  [fieldsSchema, { type: "object" }],
  [targetInputSchema, { type: "object" }],
  [headersSchema, { type: "object", additionalProperties: { type: "string" } }],
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
    return [name, describeComponent(name, schema)];
  });
  return Object.fromEntries(described);
}

function inputJsonSchema(input: Schema, { input: type, field }: DeclaredControl): JsonSchema {
  const schema = toJsonSchema(input, "input");
  if (!field) return type ? describeFields(schema, type) : schema;
  const { name, description } = field;
  return { ...schema, properties: { [name]: { ...schema.properties?.[name], description } } };
}

function toJsonSchema(schema: Schema, io: "input" | "output"): JsonSchema {
  return writeReference(schema, { io, components: controlComponents, keywords });
}
