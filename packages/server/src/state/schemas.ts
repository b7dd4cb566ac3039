import {
  buckets,
  type Channel,
  type ChannelBinding,
  channelBindingSchema,
  channelSchema,
  type Page,
  type PageSource,
  type PageSourceRef,
  pageSchema,
  pageStatuses,
  pageTypes,
} from "@knowledge-base/types";
import {
  bindingStatuses,
  bucketSources,
  identifierSchema,
  type ObjectFields,
  type ObjectSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  type Schema,
  shapeOf,
  timestampSchema,
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { hasDefault } from "./complete.ts";
import { kindNames } from "./kinds.ts";
import { extendShape, strictObjectSchema } from "./object-schema.ts";
import type {
  ApiKey,
  Authorization,
  AuthorizedWorkspace,
  Brain,
  ClockPosition,
  Installation,
  KindName,
  Organization,
  Records,
  State,
  StateInput,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "./state.ts";

/** Schema of an API key. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]+$/, "must be one or more visible ASCII characters"));

/** The statuses that a page can have before it is archived. */
const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

/** Schema of a URL to which a browser can be redirected. */
export const redirectUrlSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      "must be a URL that begins with https:// or http://",
    ),
  );

/** Schema of an id that is used in URL paths. URLs drop the segments `.` and `..`, and lone surrogates cannot be encoded. */
const pathIdSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => text !== "." && text !== ".." && text.isWellFormed(), "must be valid in the path of a URL"),
);

const positionSchema = z.int().check(z.minimum(0));
const organizationIdSchema = z.optional(identifierSchema);

type RecordSchema<AnyRecord> = ObjectSchema<AnyRecord, ObjectFields<AnyRecord>>;

/** Schemas of complete records. */
export const recordSchemas: { readonly [Name in KindName]: RecordSchema<Records[Name]> } = {
  organizations: strictObjectSchema<Organization>({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
    clock: z.optional(
      strictObjectSchema<ClockPosition>({ offset: z.optional(z.number()), frozenAt: z.optional(timestampSchema) }),
    ),
    idPosition: z.optional(positionSchema),
  }),
  apiKeys: strictObjectSchema<ApiKey>({ key: keySchema, organizationId: identifierSchema, role: z.string() }),
  brains: strictObjectSchema<Brain>({ id: pathIdSchema, organizationId: identifierSchema, name: z.string() }),
  pages: strictObjectSchema<StoredPage>(
    extendShape<StoredPage, Page>(pageSchema, {
      id: identifierSchema,
      slug: pathIdSchema,
      source: z.nullable(strictObjectSchema<PageSource>(pageSourceSchema.shape)),
      sources: z.array(strictObjectSchema<PageSourceRef>(pageSourceRefSchema.shape)),
      pageType: z.enum(pageTypes),
      bucket: z.enum(buckets),
      bucketSource: z.enum(bucketSources),
      status: z.enum(pageStatuses),
      statusBeforeArchive: z.optional(z.enum(statusesBeforeArchive)),
      organizationId: organizationIdSchema,
    }),
  ),
  installations: strictObjectSchema<Installation>({
    id: identifierSchema,
    organizationId: identifierSchema,
    teamId: identifierSchema,
    teamName: z.string(),
  }),
  channels: strictObjectSchema<StoredChannel>(
    extendShape<StoredChannel, Channel>(channelSchema, {
      id: identifierSchema,
      installationId: identifierSchema,
      organizationId: organizationIdSchema,
    }),
  ),
  bindings: strictObjectSchema<StoredBinding>(
    extendShape<StoredBinding, ChannelBinding>(channelBindingSchema, {
      id: pathIdSchema,
      status: z.enum(bindingStatuses),
      organizationId: organizationIdSchema,
    }),
  ),
  authorizations: strictObjectSchema<Authorization>({
    brainId: identifierSchema,
    nonce: identifierSchema,
    authorizationUrl: z.string(),
    expiresAt: timestampSchema,
    status: z.enum(["started", "approved", "denied", "confirmed"]),
    code: z.optional(identifierSchema),
    workspace: z.optional(
      strictObjectSchema<AuthorizedWorkspace>({
        teamId: identifierSchema,
        teamName: z.optional(z.string()),
        channels: z.optional(z.array(strictObjectSchema<Channel>({ ...channelSchema.shape, id: identifierSchema }))),
      }),
    ),
    organizationId: organizationIdSchema,
  }),
};

/** Schemas of the fields of a record. */
export type RecordShape = Readonly<Record<string, Schema>>;

/** Returns the schemas of the fields of a kind, as an input has them: those with a default may be left out. */
export function inputShape(name: KindName): RecordShape {
  const shape = shapeOf(recordSchemas[name]) as RecordShape;
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, hasDefault(name, field) ? z.optional(schema) : schema]),
  );
}

/** Schema of a state that another function validates. */
export const unvalidatedStateSchema = z.custom<StateInput>(() => true);

/** Schema of a complete state, for documents: a state is validated record by record. */
export const stateSchema: ObjectSchema<State> = createStateSchema((kind) => recordSchemas[kind], ["authorizations"]);

/** Builds the schema of a state. */
export function createStateSchema(
  schemaOf: (kind: KindName) => Schema,
  optional: readonly string[],
): ObjectSchema<State> {
  const arrays = kindNames.map((kind) => {
    const schema = z.array(schemaOf(kind) as z.ZodMiniType);
    return [kind, optional.includes(kind) ? z.optional(schema) : schema];
  });
  const shape = { version: z.literal(1), ...Object.fromEntries(arrays), idPosition: z.optional(positionSchema) };
  return strictObjectSchema<State>(shape) as unknown as ObjectSchema<State>;
}
