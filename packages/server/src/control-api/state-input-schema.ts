import type { ObjectShape, Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { sourcesSchema } from "../control/page-content.ts";
import { strictObjectSchema } from "../object-schema.ts";
import { hasDefault } from "../store/record-defaults.ts";
import { recordSchemas, type StateArrays } from "../store/state-schemas.ts";

/**
 * Schemas of the records that a state accepts: the fields that have a default may be left out. They are for the OpenAPI
 * document; the server completes a record before it validates it.
 */
export const recordInputSchemas: { readonly [Name in keyof StateArrays]: Schema } = {
  organizations: allowDefaults("organizations"),
  apiKeys: allowDefaults("apiKeys"),
  brains: allowDefaults("brains"),
  pages: allowDefaults("pages", { sources: sourcesSchema }),
  installations: allowDefaults("installations"),
  channels: allowDefaults("channels"),
  bindings: allowDefaults("bindings"),
};

/** Schema of a state as the server accepts it. */
export const stateInputSchema: Schema = strictObjectSchema<Record<string, unknown>>({
  version: z.literal(1),
  ...Object.fromEntries(
    Object.entries(recordInputSchemas).map(([name, schema]) => [name, z.optional(z.array(schema))]),
  ),
});

function allowDefaults(name: keyof StateArrays, changes: ObjectShape = {}): Schema {
  const shape: ObjectShape = recordSchemas[name]._zod.def.shape;
  const optional = Object.entries(shape).map(([field, schema]) => [
    field,
    hasDefault(name, [field]) ? z.optional(schema) : schema,
  ]);
  return strictObjectSchema<Record<string, unknown>>({ ...Object.fromEntries(optional), ...changes });
}
