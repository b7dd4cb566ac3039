import { channelBindingSchema, pageSchema } from "@knowledge-base/types";
import {
  createJsonSchemaWriter,
  describeFields,
  embeddingSchema,
  type JsonSchema,
  type Schema,
  timestampSchema,
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { timeSchema } from "../control/clock.ts";
import { inputSchema } from "../control/command.ts";
import { faultStatusSchema, plannedFaultSchema, retryAfterSchema } from "../control/fault-schemas.ts";
import { journalEntrySchema } from "../control/journal.ts";
import { operationIdSchema, operationIds } from "../control/operation-id-schema.ts";
import { sourcesSchema } from "../control/page-content.ts";
import { timestampInputSchema } from "../control/timestamp-input-schema.ts";
import { deliverySchema, notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { kindNames } from "../records/kinds.ts";
import type { KindName } from "../records/record-types.ts";
import { inputShape, recordSchemas, stateSchema, unvalidatedStateSchema } from "../records/schemas.ts";
import { controlDescriptions } from "./control-descriptions.ts";

const inputSchemas = Object.fromEntries(
  kindNames.map((name) => [
    name,
    inputSchema({ ...inputShape(name), ...(name === "pages" && { sources: sourcesSchema }) }),
  ]),
) as unknown as Readonly<Record<KindName, Schema>>;

/** Schema of the body of a request that loads a state. */
export const stateInputSchema = inputSchema({
  version: z.literal(1),
  ...Object.fromEntries(kindNames.map((name) => [name, z.optional(z.array(inputSchemas[name] as never))])),
  idPosition: z.optional(z.int()),
});

const components: Readonly<Record<string, Schema>> = {
  Page: pageSchema,
  StoredPage: recordSchemas.pages,
  ChannelBinding: channelBindingSchema,
  StoredBinding: recordSchemas.bindings,
  Organization: recordSchemas.organizations,
  ApiKey: recordSchemas.apiKeys,
  Brain: recordSchemas.brains,
  Installation: recordSchemas.installations,
  StoredChannel: recordSchemas.channels,
  State: stateSchema,
  StateInput: stateInputSchema,
  OrganizationInput: inputSchemas.organizations,
  ApiKeyInput: inputSchemas.apiKeys,
  BrainInput: inputSchemas.brains,
  StoredPageInput: inputSchemas.pages,
  InstallationInput: inputSchemas.installations,
  StoredChannelInput: inputSchemas.channels,
  StoredBindingInput: inputSchemas.bindings,
  Authorization: recordSchemas.authorizations,
  Delivery: deliverySchema,
  NotificationReport: notificationReportSchema,
  PlannedFault: plannedFaultSchema,
  JournalEntry: journalEntrySchema,
};

const timestamp: JsonSchema = { type: "string", examples: ["2026-03-02T08:15:00.000Z"] };

const writer = createJsonSchemaWriter({
  components,
  customSchemas: new Map<Schema, JsonSchema>([
    [timestampSchema, timestamp],
    [timestampInputSchema, timestamp],
    [operationIdSchema, { type: "string", enum: operationIds }],
    [unvalidatedStateSchema, { $ref: "#/components/schemas/StateInput" }],
    [embeddingSchema, { type: "array", items: { type: "number" } }],
    [
      timeSchema,
      {
        description: "An ISO 8601 timestamp, which is UTC if it has no offset, or milliseconds since 1970.",
        anyOf: [timestamp, { type: "number" }],
      },
    ],
    [faultStatusSchema, { minimum: 200, maximum: 599 }],
    [
      retryAfterSchema,
      {
        anyOf: [
          { type: "integer", minimum: 0 },
          { type: "string", examples: ["Wed, 01 Jul 2026 12:00:00 GMT"] },
        ],
      },
    ],
  ]),
});

/** Descriptions of the fields of inputs and outputs that have no type of their own. */
const fieldsWithoutType: Readonly<Record<string, string>> = {
  authorizationUrl: "Authorization URL from the response of `oauth.start`.",
  brainId: "Brain id.",
  entry: "An entry of the journal.",
  id: "Id of the fault or of the request.",
  installationId: "Installation id.",
  key: "The key.",
  milliseconds: "Milliseconds, 0 or more.",
  organizationId: "Organization id.",
};

/** Returns the JSON Schemas of the document's components, by name. */
export function createComponentSchemas(): Record<string, JsonSchema> {
  const describe = ([name, schema]: [string, Schema]): [string, JsonSchema] => {
    const { description } = controlDescriptions.types[name] ?? {};
    return [name, { ...writeSchema(schema, "output", name), ...(description !== undefined && { description }) }];
  };
  return Object.fromEntries(Object.entries(components).map(describe));
}

/** Returns the JSON Schema of an input or an output: a reference if it is a component. */
export function createJsonSchema(schema: Schema, io: "input" | "output", typeName: string | undefined): JsonSchema {
  return writer.refer(schema) ?? writeSchema(schema, io, typeName);
}

function writeSchema(schema: Schema, io: "input" | "output", typeName = ""): JsonSchema {
  const { types } = controlDescriptions;
  const { description = "", fields = {}, types: fieldTypes = {} } = types[typeName] ?? {};
  const type = { description, fields: { ...fieldsWithoutType, ...fields }, types: fieldTypes };
  return describeFields(writer.write(schema, io), type, types);
}
