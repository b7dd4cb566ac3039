import {
  channelBindingSchema,
  channelSchema,
  identifierSchema,
  type ObjectSchema,
  pageSchema,
  pageSourceRefSchema,
  pageSourceSchema,
  pageStatuses,
  strictObjectSchema,
} from "@knowledge-base/types";
import * as z from "zod/mini";
import type { State } from "./state.ts";

/** All arrays of a state. */
export type StateArrays = Required<Omit<State, "version">>;

/** Schema of an API key. */
export const keySchema = z.string().check(z.regex(/^[\x21-\x7e]+$/, "must be one or more visible ASCII characters"));

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
export const pathIdSchema = z.string().check(
  z.minLength(1),
  z.refine(
    (text) => text !== "." && text !== ".." && text.isWellFormed(),
    "must be able to stand in the path of a URL",
  ),
);

/** Schema of the records of each array. An array refers only to those before it. */
export const stateSchemas: { readonly [Name in keyof StateArrays]: ObjectSchema<StateArrays[Name][number]> } = {
  organizations: strictObjectSchema({
    id: identifierSchema,
    name: z.string(),
    redirectUrl: z.optional(redirectUrlSchema),
  }),
  apiKeys: strictObjectSchema({
    key: keySchema,
    organizationId: identifierSchema,
    role: z.string(),
  }),
  brains: strictObjectSchema({ id: pathIdSchema, organizationId: identifierSchema, name: z.string() }),
  pages: strictObjectSchema({
    ...pageSchema._zod.def.shape,
    id: identifierSchema,
    slug: pathIdSchema,
    source: z.nullable(strictObjectSchema(pageSourceSchema._zod.def.shape)),
    sources: z.array(strictObjectSchema(pageSourceRefSchema._zod.def.shape)),
    statusBeforeArchive: z.optional(z.enum(statusesBeforeArchive)),
  }),
  installations: strictObjectSchema({
    id: identifierSchema,
    organizationId: identifierSchema,
    teamId: identifierSchema,
    teamName: z.string(),
  }),
  channels: strictObjectSchema({
    ...channelSchema._zod.def.shape,
    id: identifierSchema,
    installationId: identifierSchema,
  }),
  bindings: strictObjectSchema({ ...channelBindingSchema._zod.def.shape, id: pathIdSchema }),
};

/** Checks whether a state has a field with this name. */
export function isStateField(name: string): boolean {
  return name === "version" || Object.hasOwn(stateSchemas, name);
}

/** Schema of a complete state, for documents: `validateState` validates a state record by record. */
export const stateSchema = strictObjectSchema<Required<State>>({
  version: z.literal(1),
  ...Object.fromEntries(Object.entries(stateSchemas).map(([name, schema]) => [name, z.array(schema)])),
});
