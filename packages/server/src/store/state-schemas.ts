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
} from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { extendShape, strictObjectSchema } from "../object-schema.ts";
import type {
  ApiKey,
  Brain,
  Installation,
  Organization,
  State,
  StoredBinding,
  StoredChannel,
  StoredPage,
} from "./state.ts";
import type { StateInput } from "./state-input.ts";

/** All arrays of a state. */
export type StateArrays = Required<Omit<State, "version">>;

/** Schema of an API key. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]+$/, "must be one or more visible ASCII characters"));

/** The statuses that a page can have before it is archived. */
export const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

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
export const pathIdSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => text !== "." && text !== ".." && text.isWellFormed(), "must be valid in the path of a URL"),
);

type RecordSchema<AnyRecord> = ObjectSchema<AnyRecord, ObjectFields<AnyRecord>>;

/** Schema of the records of each array. An array refers only to those before it. */
export const recordSchemas: { readonly [Name in keyof StateArrays]: RecordSchema<StateArrays[Name][number]> } = {
  organizations: strictObjectSchema<Organization>({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
  }),
  apiKeys: strictObjectSchema<ApiKey>({
    key: keySchema,
    organizationId: identifierSchema,
    role: z.string(),
  }),
  brains: strictObjectSchema<Brain>({ id: pathIdSchema, organizationId: identifierSchema, name: z.string() }),
  pages: strictObjectSchema<StoredPage>(
    extendShape<StoredPage, Page>(pageSchema, {
      id: identifierSchema,
      slug: pathIdSchema,
      source: z.nullable(strictObjectSchema<PageSource>(pageSourceSchema._zod.def.shape)),
      sources: z.array(strictObjectSchema<PageSourceRef>(pageSourceRefSchema._zod.def.shape)),
      pageType: z.enum(pageTypes),
      bucket: z.enum(buckets),
      bucketSource: z.enum(bucketSources),
      status: z.enum(pageStatuses),
      statusBeforeArchive: z.optional(z.enum(statusesBeforeArchive)),
      organizationId: z.optional(identifierSchema),
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
      organizationId: z.optional(identifierSchema),
    }),
  ),
  bindings: strictObjectSchema<StoredBinding>(
    extendShape<StoredBinding, ChannelBinding>(channelBindingSchema, {
      id: pathIdSchema,
      status: z.enum(bindingStatuses),
      organizationId: z.optional(identifierSchema),
    }),
  ),
};

/** Names of the arrays of a state. */
export const arrayNames = Object.keys(recordSchemas) as (keyof StateArrays)[];

/** Checks whether a state has a field with this name. */
export function isStateField(name: string): boolean {
  return name === "version" || Object.hasOwn(recordSchemas, name);
}

/** Schema of a complete state, for documents: `validateState` validates a state record by record. */
export const stateSchema = strictObjectSchema<Required<State>>({
  version: z.literal(1),
  organizations: z.array(recordSchemas.organizations),
  apiKeys: z.array(recordSchemas.apiKeys),
  brains: z.array(recordSchemas.brains),
  pages: z.array(recordSchemas.pages),
  installations: z.array(recordSchemas.installations),
  channels: z.array(recordSchemas.channels),
  bindings: z.array(recordSchemas.bindings),
});

/** Schema of an input that `validateState` validates. */
export const unvalidatedStateSchema = z.custom<StateInput>(() => true);
