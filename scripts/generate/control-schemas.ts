import { channelBindingSchema, pageSchema, type Schema } from "@knowledge-base/types";
import { identifierSchema, shapeOf, timestampSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { strictObjectSchema } from "../../packages/server/src/basics/object-schema.ts";
import type { ServerControl, TestTools } from "../../packages/server/src/control/groups.ts";
import {
  controlStatuses,
  type HttpControlError,
  type ServerChanges,
  type ServerDescription,
} from "../../packages/server/src/control/http-protocol.ts";
import type { StateControl } from "../../packages/server/src/organizations/state-control.ts";
import { kindNames, recordKinds } from "../../packages/server/src/state/record-kinds.ts";
import { inputShape, positionsSchema, recordSchemas } from "../../packages/server/src/state/schemas.ts";
import type { KindName, State, StateInput } from "../../packages/server/src/state/state.ts";
import { deliveryKinds } from "../../packages/server/src/test-tools/delivery.ts";
import type { PlannedFault } from "../../packages/server/src/test-tools/fault.ts";
import { latencyRangeSchema } from "../../packages/server/src/test-tools/fault-schemas.ts";
import { faultSchema, faultSchemas } from "../../packages/server/src/test-tools/faults-control.ts";
import { journalEntrySchema, summaryFields } from "../../packages/server/src/test-tools/journal-control.ts";

// The schemas of what the controls return, which only their OpenAPI document uses. The server has the schemas of their inputs.

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

const notificationReportSchema = z.object({
  delivered: z.array(deliverySchema),
  skipped: z.array(z.object({ bindingId: identifierSchema, why: z.string() })),
});

const plannedFaultSchemas = faultSchemas.map((schema) => {
  const { kind, ...fields } = shapeOf(schema);
  const ownFields = { id: identifierSchema, uses: z.int(), skipped: z.optional(z.int()) };
  return strictObjectSchema({ kind: kind as Schema, ...ownFields, ...fields });
});
const plannedFaultSchema = z.union(plannedFaultSchemas) as Schema as Schema<PlannedFault>;

const controlErrorSchema: Schema<HttpControlError> = z.object({
  code: z.enum(Object.keys(controlStatuses) as HttpControlError["code"][]),
  message: z.string(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  problemCount: z.optional(z.int()),
});

const stateSchema = createStateSchema<State>(
  recordSchemas,
  kindNames.filter((kind) => recordKinds[kind].isOptional),
);
const inputSchemas = Object.fromEntries(
  kindNames.map((kind) => [kind, strictObjectSchema(inputShape(kind))]),
) as unknown as Readonly<Record<KindName, Schema>>;

/** Schema of a {@link StateInput}, which the server validates record by record. */
export const stateInputSchema = createStateSchema<StateInput>(inputSchemas, kindNames);

function createStateSchema<Value>(
  records: Readonly<Record<KindName, Schema>>,
  optional: readonly string[],
): Schema<Value> {
  const arrays = kindNames.map((kind) => {
    const schema = z.array(records[kind]);
    return [kind, optional.includes(kind) ? z.optional(schema) : schema];
  });
  const shape = { version: z.literal(1), ...Object.fromEntries(arrays), ...shapeOf(positionsSchema) };
  return strictObjectSchema(shape) as Schema as Schema<Value>;
}

interface Controls extends ServerControl, TestTools {
  readonly server: StateControl & { readonly describe: () => ServerDescription; readonly changes: () => ServerChanges };
}

type Outputs = {
  readonly [Group in keyof Controls]: {
    readonly [Name in keyof Controls[Group]]: Controls[Group][Name] extends (...input: never[]) => infer Output
      ? Schema<Awaited<Output>>
      : never;
  };
};

const { organizations, apiKeys, brains, installations, channels, authorizations } = recordSchemas;
const { slug, title, pageType, pinned, status } = pageSchema.shape;
const nothing = z.void();

function crud<AnyRecord>(schema: Schema<AnyRecord>) {
  return { create: schema, list: z.array(schema), get: schema, update: schema, delete: nothing };
}

const table: Outputs = {
  organizations: { ...crud(organizations), create: z.object({ ...shapeOf(organizations), apiKey: z.string() }) },
  apiKeys: { ...crud(apiKeys), revoke: nothing },
  brains: {
    ...crud(brains),
    rankPages: z.array(
      z.object({ slug, title, pageType, pinned, status, position: z.nullable(z.int()), why: z.string() }),
    ),
    sendDailyBrief: notificationReportSchema,
    reportConnection: notificationReportSchema,
  },
  pages: {
    create: pageSchema,
    list: z.array(pageSchema),
    search: z.array(pageSchema),
    get: pageSchema,
    read: pageSchema,
    edit: pageSchema,
    compile: pageSchema,
    pin: pageSchema,
    unpin: pageSchema,
    deprecate: pageSchema,
    mark: pageSchema,
    restore: pageSchema,
    delete: nothing,
  },
  installations: {
    ...crud(installations),
    status: z.object({
      installed: z.boolean(),
      installations: z.array(installations),
      bindings: z.array(channelBindingSchema),
    }),
    uninstall: nothing,
  },
  channels: crud(channels),
  bindings: crud(channelBindingSchema),
  oauth: {
    approve: z.object({ callbackUrl: z.string(), code: z.string(), state: z.string() }),
    deny: z.object({ callbackUrl: z.string(), error: z.literal("access_denied"), state: z.string() }),
    list: z.array(authorizations),
    confirm: installations,
  },
  clock: {
    now: z.number(),
    status: z.object({ at: timestampSchema, frozen: z.boolean() }),
    freeze: timestampSchema,
    set: timestampSchema,
    advance: timestampSchema,
    resume: timestampSchema,
  },
  faults: {
    add: plannedFaultSchema,
    remove: nothing,
    list: z.array(plannedFaultSchema),
    pending: z.array(plannedFaultSchema),
    clear: nothing,
  },
  journal: {
    entries: z.array(journalEntrySchema),
    get: journalEntrySchema,
    waitFor: journalEntrySchema,
    explain: z.string(),
    clear: nothing,
  },
  deliveries: { list: z.array(deliverySchema), waitFor: deliverySchema, clear: nothing },
  server: {
    describe: z.object({ apiKey: z.string(), randomSeed: z.string() }),
    changes: z.object({
      run: z.string(),
      version: z.int(),
      complete: z.boolean(),
      requests: z.array(z.object(summaryFields)),
    }),
    snapshot: stateSchema,
    seed: z.object({ apiKeys: z.array(apiKeys) }),
    restore: z.object({ apiKeys: z.array(apiKeys) }),
    reset: nothing,
  },
};

/** The schema of what each control returns, by the path of the control. */
export const outputs: ReadonlyMap<string, Schema> = new Map(
  Object.entries(table).flatMap(([group, rows]) =>
    Object.entries<Schema>(rows).map(([name, schema]) => [`${group}/${name}`, schema]),
  ),
);

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
  State: stateSchema,
  StateInput: stateInputSchema,
  OrganizationInput: inputSchemas.organizations,
  ApiKeyInput: inputSchemas.apiKeys,
  BrainInput: inputSchemas.brains,
  StoredPageInput: inputSchemas.pages,
  InstallationInput: inputSchemas.installations,
  StoredChannelInput: inputSchemas.channels,
  StoredBindingInput: inputSchemas.bindings,
  Authorization: authorizations,
  Delivery: deliverySchema,
  NotificationReport: notificationReportSchema,
  LatencyRange: latencyRangeSchema,
  Fault: faultSchema,
  PlannedFault: plannedFaultSchema,
  JournalEntry: journalEntrySchema,
  HttpControlError: controlErrorSchema,
} satisfies Readonly<Record<string, Schema>>;
