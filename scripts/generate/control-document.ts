import { controlHeader } from "@knowledge-base/internal";
import type { Schema } from "@knowledge-base/types";
import { parseSync, timestampSchema } from "@knowledge-base/types/internal";
import { timestampInputSchema } from "../../packages/server/src/basics/object-schema.ts";
import { type ControlRoute, controlRoutes } from "../../packages/server/src/control/http-protocol.ts";
import { apiKeyLoadings } from "../../packages/server/src/state/load.ts";
import { unvalidatedStateSchema } from "../../packages/server/src/state/schemas.ts";
import { timeSchema } from "../../packages/server/src/test-tools/clock-control.ts";
import { retryAfterSchema } from "../../packages/server/src/test-tools/fault-schemas.ts";
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
import { controlComponents, outputs, stateInputSchema } from "./control-schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const descriptions = describeControls();

/**
 * Creates the OpenAPI 3.1 document of the controls, which `GET /_control/openapi.json` returns with the URL of the server. Its examples
 * are calls of a server with the demo seed.
 */
export function createControlDocument() {
  for (const path of outputs.keys())
    if (!controlRoutes.has(path)) throw new Error(`The output of ${path} belongs to no control`);
  const operations = Array.from(controlRoutes, ([path, route]) => [
    `/_control/${path}`,
    { post: createOperation(path, route) },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Control of the knowledge-base reference server",
      version: "1",
      description:
        "Controls of the reference server, for tests. Every control is a POST whose body is a JSON object; no body is the " +
        "same as an empty object. A control that fails changes nothing, except with the code `unexpected`, whose message " +
        "then says that the change was made. Requests from pages in a browser are rejected, except those of the inspector. " +
        "A server that was started with a token for its controls requires it in each request, in the header `Authorization`. " +
        `Every response has the header \`${controlHeader}\`.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    // Without a token the server needs none.
    security: [{}, { controlToken: [] }],
    tags: Object.entries({ ...descriptions.groups, server: "The server as a whole." }).map(([name, description]) => ({
      name,
      description,
    })),
    paths: { ...Object.fromEntries(operations), "/_health": { get: health } },
    components: {
      securitySchemes: {
        controlToken: {
          type: "http",
          scheme: "bearer",
          description: "The token with which the server was started, if it has one.",
        },
      },
      parameters: { organization: organizationParameter, apiKeys: apiKeysParameter },
      responses: { Error: errorResponseObject },
      schemas: createComponentSchemas(),
    },
  };
}

const organizationParameter = {
  name: "organization",
  in: "query",
  description: "Id of the organization that the control is confined to. By default it affects the whole server.",
  schema: { type: "string" },
};

const apiKeysParameter = {
  name: "apiKeys",
  in: "query",
  description:
    "How to load the API keys of a state into an organization: `keep` adds them to the organization, " +
    "`renew` replaces each by a new key, `omit` does not use them. The default is `keep`.",
  schema: { type: "string", enum: apiKeyLoadings },
};

const health: Json = {
  operationId: "health",
  summary: "Check whether the server is running",
  description:
    "Succeeds if the server is running. It changes nothing, needs no key and is not recorded in the journal.",
  tags: ["server"],
  security: [],
  responses: {
    200: {
      description: "The server is running",
      content: jsonContent({ type: "object", required: ["status"], properties: { status: { const: "ok" } } }),
    },
  },
};

const errorResponseObject: Json = {
  description:
    "The error. The description of the control lists its codes. Some codes, such as `unauthorized`, concern any request.",
  content: jsonContent({
    type: "object",
    required: ["error"],
    properties: { error: { ...componentRef("schemas", "HttpControlError"), description: "The error." } },
  }),
};

function createOperation(path: string, { action, canBeConfined, parameters }: ControlRoute): Json {
  const { summary, input, bodyField } = action;
  const output = outputs.get(path);
  if (!output) throw new Error(`The control ${path} has no output in scripts/generate/control-schemas.ts`);
  return {
    operationId: path.replace("/", "."),
    summary,
    description: descriptions.operations[path],
    tags: [path.split("/")[0]],
    ...(canBeConfined && { parameters: parameters.map((name) => componentRef("parameters", name)) }),
    ...(input && {
      requestBody: {
        required: !parseSync(input, {}).ok,
        content: jsonContent(
          createJsonSchema(bodyField === undefined ? input : stateInputSchema, "input", path),
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
