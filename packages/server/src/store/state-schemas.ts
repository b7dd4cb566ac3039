import {
  bindingStatuses,
  bucketSources,
  buckets,
  type Channel,
  type ChannelBinding,
  channelBindingSchema,
  channelSchema,
  extendShape,
  identifierSchema,
  type ObjectFields,
  type ObjectSchema,
  type Page,
  type PageSource,
  type PageSourceRef,
  pageSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  pageStatuses,
  pageTypes,
  strictObjectSchema,
} from "@knowledge-base/types";
import * as z from "zod/mini";
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

/** The arrays of a state, by name. */
export type StateArrays = Required<Omit<State, "version">>;

/** The text of an API key. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]+$/, "must be one or more visible ASCII characters"));

const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

/** A URL to which a browser can be sent. */
export const redirectUrlSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
      "must be a URL that begins with https:// or http://",
    ),
  );

/** An id that stands in the path of a URL. URLs drop the segments `.` and `..`, and half a character cannot be encoded. */
export const pathIdSchema = z.string().check(
  z.minLength(1),
  z.refine(
    (text) => text !== "." && text !== ".." && text.isWellFormed(),
    "must be able to stand in the path of a URL",
  ),
);

type RecordSchema<AnyRecord> = ObjectSchema<AnyRecord, ObjectFields<AnyRecord>>;

/** The schema of one record of each array, in the order in which the arrays refer to each other. */
export const stateSchemas: { readonly [Name in keyof StateArrays]: RecordSchema<StateArrays[Name][number]> } = {
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
    }),
  ),
  installations: strictObjectSchema<Installation>({
    id: identifierSchema,
    organizationId: identifierSchema,
    teamId: identifierSchema,
    teamName: z.string(),
  }),
  channels: strictObjectSchema<StoredChannel>(
    extendShape<StoredChannel, Channel>(channelSchema, { id: identifierSchema, installationId: identifierSchema }),
  ),
  bindings: strictObjectSchema<StoredBinding>(
    extendShape<StoredBinding, ChannelBinding>(channelBindingSchema, {
      id: pathIdSchema,
      status: z.enum(bindingStatuses),
    }),
  ),
};

/** Whether a state has a field of this name. */
export function isStateField(name: string): boolean {
  return name === "version" || Object.hasOwn(stateSchemas, name);
}

/** Schema of a state with all its arrays, for documents: a state that comes in is checked record by record. */
export const stateSchema = strictObjectSchema<Required<State>>({
  version: z.literal(1),
  organizations: z.array(stateSchemas.organizations),
  apiKeys: z.array(stateSchemas.apiKeys),
  brains: z.array(stateSchemas.brains),
  pages: z.array(stateSchemas.pages),
  installations: z.array(stateSchemas.installations),
  channels: z.array(stateSchemas.channels),
  bindings: z.array(stateSchemas.bindings),
});
