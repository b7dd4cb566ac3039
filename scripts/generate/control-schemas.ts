import { channelBindingSchema, pageSchema, type Schema } from "@knowledge-base/types";
import { identifierSchema, shapeOf, timestampSchema } from "@knowledge-base/types/internal";
import ts from "typescript";
import * as z from "zod/mini";
import { controlStatuses } from "../../packages/server/src/basics/control-error.ts";
import { strictObjectSchema } from "../../packages/server/src/basics/object-schema.ts";
import { inputShape, positionsSchema, recordSchemas } from "../../packages/server/src/state/schemas.ts";
import type { KindName } from "../../packages/server/src/state/state.ts";
import { kindNames } from "../../packages/server/src/store/record-kinds.ts";
import { deliveryKinds } from "../../packages/server/src/test-tools/delivery.ts";
import { latencyRangeSchema } from "../../packages/server/src/test-tools/fault-kinds.ts";
import { faultSchema, faultSchemas } from "../../packages/server/src/test-tools/faults-control.ts";
import { journalEntrySchema, summaryFields } from "../../packages/server/src/test-tools/journal-control.ts";
import { checker } from "./source-comments.ts";

// The schemas that only the OpenAPI document of the controls uses, such as those of their outputs. The server has those of their inputs.

const deliverySchema = z.object({
  id: identifierSchema,
  kind: z.enum(deliveryKinds),
  at: z.string(),
  organizationId: identifierSchema,
  brainId: identifierSchema,
  slugs: z.array(identifierSchema),
  bindingId: identifierSchema,
  installationId: identifierSchema,
  channelId: identifierSchema,
  why: z.string(),
});

const plannedFaultSchemas = faultSchemas.map((schema) => {
  const { kind, ...fields } = shapeOf(schema);
  const ownFields = { id: identifierSchema, uses: z.int(), skipped: z.optional(z.int()) };
  return strictObjectSchema({ kind: kind as Schema, ...ownFields, ...fields });
});

const inputSchemas = Object.fromEntries(
  kindNames.map((kind) => [kind, strictObjectSchema(inputShape(kind))]),
) as unknown as Readonly<Record<KindName, Schema>>;

// A server validates a state record by record.
function createStateSchema(records: Readonly<Record<KindName, Schema>>, optional: readonly string[]): Schema {
  const arrays = kindNames.map((kind) => {
    const schema = z.array(records[kind]);
    return [kind, optional.includes(kind) ? z.optional(schema) : schema];
  });
  return strictObjectSchema({ version: z.literal(1), ...Object.fromEntries(arrays), ...shapeOf(positionsSchema) });
}

const { organizations, apiKeys, brains, installations, channels, authorizations } = recordSchemas;

/** The schemas that the document names. Each has the name of its interface. */
export const controlComponents = {
  Page: pageSchema,
  StoredPage: recordSchemas.pages,
  ChannelBinding: channelBindingSchema,
  StoredBinding: recordSchemas.bindings,
  Organization: organizations,
  ApiKey: apiKeys,
  Brain: brains,
  Installation: installations,
  StoredChannel: channels,
  State: createStateSchema(recordSchemas, ["authorizations"]),
  StateInput: createStateSchema(inputSchemas, kindNames),
  OrganizationInput: inputSchemas.organizations,
  ApiKeyInput: inputSchemas.apiKeys,
  BrainInput: inputSchemas.brains,
  StoredPageInput: inputSchemas.pages,
  InstallationInput: inputSchemas.installations,
  StoredChannelInput: inputSchemas.channels,
  StoredBindingInput: inputSchemas.bindings,
  Authorization: authorizations,
  Delivery: deliverySchema,
  NotificationReport: z.object({
    delivered: z.array(deliverySchema),
    skipped: z.array(z.object({ bindingId: identifierSchema, why: z.string() })),
  }),
  LatencyRange: latencyRangeSchema,
  Fault: faultSchema,
  PlannedFault: z.union(plannedFaultSchemas),
  JournalEntry: journalEntrySchema,
  HttpControlError: z.object({
    code: z.enum(Object.keys(controlStatuses)),
    message: z.string(),
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
} satisfies Readonly<Record<string, Schema>>;

const { slug, title, pageType, pinned, status } = pageSchema.shape;

// The schemas of objects that controls return, by the name of their interface.
const outputSchemas: Readonly<Record<string, Schema>> = {
  ...controlComponents,
  ApprovedAuthorization: z.object({ callbackUrl: z.string(), code: z.string(), state: z.string() }),
  ClockStatus: z.object({ at: timestampSchema, frozen: z.boolean() }),
  CreatedOrganization: z.object({ ...shapeOf(organizations), apiKey: z.string() }),
  DeniedAuthorization: z.object({ callbackUrl: z.string(), error: z.literal("access_denied"), state: z.string() }),
  InstallationStatus: z.object({
    installed: z.boolean(),
    installations: z.array(installations),
    bindings: z.array(channelBindingSchema),
  }),
  LoadedState: z.object({ apiKeys: z.array(apiKeys) }),
  RankedPage: z.object({ slug, title, pageType, pinned, status, position: z.nullable(z.int()), why: z.string() }),
  ServerUpdates: z.object({
    run: z.string(),
    version: z.int(),
    complete: z.boolean(),
    requests: z.array(z.object(summaryFields)),
  }),
  ServerDescription: z.object({ apiKey: z.string(), randomSeed: z.string() }),
};

// The schemas of texts and numbers, by the path of the control that returns them.
const plainSchemas: Readonly<Record<string, Schema>> = {
  "clock/now": z.number(),
  "clock/freeze": timestampSchema,
  "clock/set": timestampSchema,
  "clock/advance": timestampSchema,
  "clock/resume": timestampSchema,
  "journal/explain": z.string(),
};

/** Returns the schema of what a control returns, such as a list of pages or a promise of an installation. */
export function outputSchema(path: string, output: ts.Type): Schema {
  const type = checker.getAwaitedType(output) ?? output;
  if (type.flags & ts.TypeFlags.Void) return z.void();
  const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (element) return z.array(outputSchema(path, element));
  const { name = "" } = type.aliasSymbol ?? type.getSymbol() ?? {};
  const schema = plainSchemas[path] ?? outputSchemas[name];
  if (schema) return schema;
  throw new Error(
    `${path} returns ${checker.typeToString(output)}, which has no schema in scripts/generate/control-schemas.ts`,
  );
}
