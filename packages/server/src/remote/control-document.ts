import { channelBindingSchema, embeddingSchema, pageSchema, type Schema, timestampSchema } from "@knowledge-base/types";
import { toJSONSchema } from "zod/v4/core";
import { timeSchema } from "../control/clock/clock-commands.ts";
import { plannedFaultSchema, retryAfterSchema } from "../control/faults/fault-schema.ts";
import { journalEntrySchema } from "../control/journal/journal-entry-schema.ts";
import { deliverySchema, notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { stateSchemas } from "../store/state-schemas.ts";
import { controlRoutes } from "./control-routes.ts";
import type { RemoteError } from "./remote-error.ts";
import { statusOf } from "./remote-error.ts";

type Json = Readonly<Record<string, unknown>>;

const timestampJson = { type: "string", format: "date-time" };

/** What JSON Schema can say of the schemas that are functions. */
const custom = new Map<Schema, Json>([
  [timestampSchema, timestampJson],
  [embeddingSchema, { type: "array", items: { type: "number" } }],
  [timeSchema, { anyOf: [timestampJson, { type: "number", description: "Milliseconds since 1970" }] }],
  [
    retryAfterSchema,
    {
      anyOf: [
        { type: "integer", minimum: 0 },
        { type: "string", description: "An HTTP date" },
      ],
    },
  ],
]);

/** The schemas that stand in many places, by the name that the document gives them. */
const named = new Map<Schema, string>([
  [pageSchema, "Page"],
  [stateSchemas.pages, "StoredPage"],
  [channelBindingSchema, "ChannelBinding"],
  [stateSchemas.bindings, "StoredBinding"],
  [stateSchemas.organizations, "Organization"],
  [stateSchemas.apiKeys, "ApiKey"],
  [stateSchemas.brains, "Brain"],
  [stateSchemas.installations, "Installation"],
  [stateSchemas.channels, "StoredChannel"],
  [deliverySchema, "Delivery"],
  [notificationReportSchema, "NotificationReport"],
  [plannedFaultSchema, "PlannedFault"],
  [journalEntrySchema, "JournalEntry"],
]);

/** The OpenAPI 3.1 document of the controls, as `GET /_control/openapi.json` gives it. */
export function controlDocument(baseUrl = "/"): Json {
  const paths: Record<string, Json> = {};
  for (const [path, route] of controlRoutes) {
    paths[`/_control/${path}`] = { post: operation(path, route, route.isScoped) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Control of the knowledge-base reference server",
      version: "1",
      description:
        "What a test does to the reference server besides calling the service. Every control is a POST with a JSON object. " +
        "Requests with an Origin header are refused.",
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: {
        Error: errorSchema,
        ...Object.fromEntries(Array.from(named, ([schema, name]) => [name, write(schema, "output")])),
      },
      parameters: { organization: organizationParameter },
    },
  };
}

const organizationParameter = {
  name: "organization",
  in: "query",
  description: "Id of the organization that the control is confined to. Left out, it is the whole server.",
  schema: { type: "string" },
};

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "problems"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        problems: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
      },
    },
  },
};

interface Described {
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
}

const refusals: Readonly<Partial<Record<RemoteError["code"], string>>> = {
  invalid_input: "The input is not valid",
  forbidden: "The request came from a page in a browser",
  not_found: "Something that the input names does not exist",
  conflict: "The state of things does not allow it",
  timeout: "What was waited for did not come in time",
};

function operation(path: string, { summary, input, output }: Described, isScoped: boolean): Json {
  const [tag] = path.split("/");
  const refused = Object.entries(refusals).map(([code, description]) => [
    String(statusOf(code as RemoteError["code"])),
    { description, content: json({ $ref: "#/components/schemas/Error" }) },
  ]);
  const done =
    output._zod.def.type === "void"
      ? { 204: { description: "Done" } }
      : { 200: { description: "Done", content: json(jsonSchema(output, "output")) } };
  return {
    operationId: path.replace("/", "."),
    summary,
    tags: [tag],
    ...(isScoped && { parameters: [{ $ref: "#/components/parameters/organization" }] }),
    requestBody: { content: json(jsonSchema(input, "input")) },
    responses: { ...done, ...Object.fromEntries(refused) },
  };
}

function json(schema: Json): Json {
  return { "application/json": { schema } };
}

function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  return referenceTo(schema) ?? write(schema, io);
}

function referenceTo(schema: Schema): Json | undefined {
  const name = named.get(schema);
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` };
}

function write(schema: Schema, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: written, path }) {
      const reference = path.length > 0 ? referenceTo(zodSchema) : undefined;
      if (reference) for (const key of Object.keys(written)) delete (written as Record<string, unknown>)[key];
      Object.assign(written, reference ?? custom.get(zodSchema));
    },
  });
  return rest;
}
