import { channelBindingSchema, embeddingSchema, pageSchema, type Schema, timestampSchema } from "@knowledge-base/types";
import { toJSONSchema } from "zod/v4/core";
import { timeSchema } from "../control/clock/clock-commands.ts";
import { plannedFaultSchema, retryAfterSchema } from "../control/faults/fault-schema.ts";
import { journalEntrySchema } from "../control/journal/journal-entry-schema.ts";
import { operationIdSchema, operationIds } from "../control/operation-id-schema.ts";
import { deliverySchema, notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { stateSchema, stateSchemas } from "../store/state-schemas.ts";
import { controlDescriptions } from "./control-descriptions.ts";

/** A schema of JSON Schema, as far as words are put into it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const timestamp = { type: "string", examples: ["2026-03-02T08:15:00.000Z"] };

/** What JSON Schema can say of the schemas that are functions. */
const custom = new Map<Schema, object>([
  [timestampSchema, timestamp],
  [operationIdSchema, { type: "string", enum: operationIds }],
  [embeddingSchema, { type: "array", items: { type: "number" } }],
  [
    timeSchema,
    {
      description: "An ISO 8601 timestamp, taken for UTC where it names no offset, or milliseconds since 1970.",
      anyOf: [timestamp, { type: "number" }],
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
  [stateSchema, "State"],
  [deliverySchema, "Delivery"],
  [notificationReportSchema, "NotificationReport"],
  [plannedFaultSchema, "PlannedFault"],
  [journalEntrySchema, "JournalEntry"],
]);

/** What the fields are that stand in an input or output without a name of its own. */
const loneFields: Readonly<Record<string, string>> = {
  authorizationUrl: "URL that `oauth.start` of the service gave.",
  brainId: "Brain id.",
  entry: "An entry of the journal.",
  id: "Id of the fault.",
  installationId: "Installation id.",
  key: "The key.",
  milliseconds: "Milliseconds, 0 or more.",
  organizationId: "Organization id.",
};

/** The schemas of the components, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Array.from(named, ([schema, name]) => [name, describe(write(schema, "output"), name, true)]),
  );
}

/** What JSON Schema says of a schema, with the words of its type. */
export function jsonSchema(schema: Schema, io: "input" | "output", typeName: string | undefined): JsonSchema {
  const name = named.get(schema);
  return name === undefined ? describe(write(schema, io), typeName) : { $ref: `#/components/schemas/${name}` };
}

function write(schema: Schema, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema: written, path }) {
      const name = path.length > 0 ? named.get(zodSchema) : undefined;
      if (name !== undefined) for (const key of Object.keys(written)) Reflect.deleteProperty(written, key);
      Object.assign(written, name === undefined ? custom.get(zodSchema) : { $ref: `#/components/schemas/${name}` });
      // The bounds of every whole number, and what a tuple of equals is to tools that know no tuples.
      if (written.minimum === Number.MIN_SAFE_INTEGER) delete written.minimum;
      if (written.maximum === Number.MAX_SAFE_INTEGER) delete written.maximum;
      const [element] = written.prefixItems ?? [];
      if (element) {
        written.items = element;
        delete written.prefixItems;
      }
    },
  });
  return rest as JsonSchema;
}

/** Puts words into a schema that was just written. */
function describe(schema: JsonSchema, typeName: string | undefined, isNamed = false): JsonSchema {
  const words = controlDescriptions.types[typeName ?? ""];
  if (isNamed && words) schema.description = words.description;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const description = words?.fields[name] ?? loneFields[name];
    if (description !== undefined) field.description = description;
    const type = words?.types?.[name];
    if (type !== undefined) describe(field, type);
  }
  for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner?.properties) describe(inner, typeName);
  return schema;
}
