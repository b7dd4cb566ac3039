import { channelBindingSchema, pageSchema } from "@knowledge-base/types";
import {
  embeddingSchema,
  type JsonSchema,
  type Schema,
  timestampSchema,
  writeJsonSchema,
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { timeSchema } from "../control/clock.ts";
import { faultStatusSchema, plannedFaultSchema, retryAfterSchema } from "../control/fault-schemas.ts";
import { journalEntrySchema } from "../control/journal.ts";
import { operationIdSchema, operationIds } from "../control/operation-id-schema.ts";
import { timestampInputSchema } from "../control/timestamp-input-schema.ts";
import { deliverySchema, notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { recordSchemas, stateSchema, unvalidatedStateSchema } from "../store/state-schemas.ts";
import { controlDescriptions } from "./control-descriptions.ts";
import { describeFields } from "./describe-fields.ts";
import { recordInputSchemas, stateInputSchema } from "./state-input-schema.ts";

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
  OrganizationInput: recordInputSchemas.organizations,
  ApiKeyInput: recordInputSchemas.apiKeys,
  BrainInput: recordInputSchemas.brains,
  StoredPageInput: recordInputSchemas.pages,
  InstallationInput: recordInputSchemas.installations,
  StoredChannelInput: recordInputSchemas.channels,
  StoredBindingInput: recordInputSchemas.bindings,
  Delivery: deliverySchema,
  NotificationReport: notificationReportSchema,
  PlannedFault: plannedFaultSchema,
  JournalEntry: journalEntrySchema,
};

const timestamp: JsonSchema = { type: "string", examples: ["2026-03-02T08:15:00.000Z"] };

const keywords = new Map<Schema, JsonSchema>([
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
]);

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
  const written = writeJsonSchema(z.object(components), { io: "output", components, keywords });
  const describe = ([name, schema]: [string, JsonSchema]): [string, JsonSchema] => {
    const { description } = controlDescriptions.types[name] ?? {};
    return [name, { ...describeSchema(schema, name), ...(description !== undefined && { description }) }];
  };
  return Object.fromEntries(Object.entries(written.components).map(describe));
}

/** Returns the JSON Schema of an input or an output: a reference if it is a component. */
export function createJsonSchema(schema: Schema, io: "input" | "output", typeName: string | undefined): JsonSchema {
  return describeSchema(writeJsonSchema(schema, { io, components, keywords }).schema, typeName);
}

function describeSchema(schema: JsonSchema, typeName = ""): JsonSchema {
  const { types } = controlDescriptions;
  const { description = "", fields = {}, types: fieldTypes = {} } = types[typeName] ?? {};
  return describeFields(schema, { description, fields: { ...fieldsWithoutType, ...fields }, types: fieldTypes }, types);
}
