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

/** The arrays of a state, by name. */
export type StateArrays = Required<Omit<State, "version">>;

const visibleAscii = /^[\x21-\x7e]+$/;
const statusesBeforeArchive = pageStatuses.filter((status) => status !== "archived");

/** The schema of one record of each array, in the order in which the arrays refer to each other. */
export const stateSchemas: { readonly [Name in keyof StateArrays]: ObjectSchema<StateArrays[Name][number]> } = {
  organizations: strictObjectSchema({ id: identifierSchema, name: z.string() }),
  apiKeys: strictObjectSchema({
    key: z.string().check(z.regex(visibleAscii, "must be one or more visible ASCII characters")),
    organizationId: identifierSchema,
    role: z.string(),
  }),
  brains: strictObjectSchema({ id: identifierSchema, organizationId: identifierSchema, name: z.string() }),
  pages: strictObjectSchema({
    ...pageSchema._zod.def.shape,
    id: identifierSchema,
    slug: identifierSchema,
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
  bindings: strictObjectSchema({ ...channelBindingSchema._zod.def.shape, id: identifierSchema }),
};
