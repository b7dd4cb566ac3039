import { channelBindingSchema, pageSchema } from "@knowledge-base/types";
import {
  embeddingSchema,
  type JsonSchema,
  type Schema,
  timestampSchema,
  writeJsonSchema,
  writeReference,
} from "@knowledge-base/types/internal";
import { timeSchema } from "../control/clock.ts";
import { inputSchema } from "../control/command.ts";
import { timestampInputSchema } from "../control/crud.ts";
import { faultSchema, plannedFaultSchema, retryAfterSchema } from "../control/fault-schemas.ts";
import { journalEntrySchema } from "../control/journal.ts";
import { sourcesSchema } from "../control/page-content.ts";
import { deliverySchema, notificationReportSchema } from "../deliveries/delivery-schemas.ts";
import { kindNames } from "../records/kinds.ts";
import type { KindName } from "../records/record-types.ts";
import {
  createStateSchema,
  inputShape,
  recordSchemas,
  stateSchema,
  unvalidatedStateSchema,
} from "../records/schemas.ts";
import descriptions from "./control-descriptions.json" with { type: "json" };
import { errorSchema } from "./http-error.ts";

const inputSchemas = Object.fromEntries(
  kindNames.map((name) => [
    name,
    inputSchema({ ...inputShape(name), ...(name === "pages" && { sources: sourcesSchema }) }),
  ]),
) as unknown as Readonly<Record<KindName, Schema>>;

/** Schema of the body of a request that loads a state. */
export const stateInputSchema = createStateSchema((kind) => inputSchemas[kind], kindNames);

/** The schemas that the document names. Each has the name of its interface. */
export const components = {
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
  Fault: faultSchema,
  PlannedFault: plannedFaultSchema,
  JournalEntry: journalEntrySchema,
  HttpControlError: errorSchema,
} satisfies Readonly<Record<string, Schema>>;

const timestamp: JsonSchema = { type: "string", examples: ["2026-03-02T08:15:00.000Z"] };

const keywords = new Map<Schema, JsonSchema>([
  [timestampSchema, timestamp],
  [timestampInputSchema, timestamp],
  [unvalidatedStateSchema, { $ref: "#/components/schemas/StateInput" }],
  [embeddingSchema, { type: "array", items: { type: "number" } }],
  [
    timeSchema,
    {
      description: "An ISO 8601 timestamp, which is UTC if it has no offset, or milliseconds since 1970.",
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

/** Returns the JSON Schemas of the document's components, by name. */
export function createComponentSchemas(): Record<string, JsonSchema> {
  const described = Object.entries(components).map(([name, component]) => {
    const schema = writeJsonSchema(component, { io: "output", components, keywords });
    return [name, { ...describeFields(schema, name), description: Reflect.get(descriptions.components, name) }];
  });
  return Object.fromEntries(described);
}

/** Returns the JSON Schema of the input or the output of a control: a reference if it is a component. */
export function createJsonSchema(schema: Schema, io: "input" | "output", path: string): JsonSchema {
  return describeFields(writeReference(schema, { io, components, keywords }), `${path}/${io}`);
}

/** A description of all fields of a name that are in one of some places, separated by spaces; by default, in any other. */
interface FieldDescription {
  readonly places?: string;
  readonly text: string;
}

const fieldDescriptions: Readonly<Record<string, readonly FieldDescription[] | undefined>> = descriptions.fields;

/** Returns a schema with descriptions of its fields, and of theirs. */
function describeFields(schema: JsonSchema, place: string): JsonSchema {
  const { properties, items, anyOf } = schema;
  const describeField = ([name, field]: [string, JsonSchema]) => {
    const found = fieldDescriptions[name]?.find(({ places }) => !places || places.split(" ").includes(place));
    return [name, { ...describeFields(field, `${place}.${name}`), ...(found && { description: found.text }) }];
  };
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describeField)) }),
    ...(items && { items: describeFields(items, place) }),
    ...(anyOf && { anyOf: anyOf.map((member) => describeFields(member, place)) }),
  };
}
