import type { ObjectFields, ObjectSchema, Schema } from "@knowledge-base/types";
import { definitionOf, shapeOf } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { timestampInputSchema } from "../basics/object-schema.ts";
import { messagingSchemas } from "../messaging/messaging-records.ts";
import { clockSchema, organizationSchemas, positionSchema } from "../organizations/organization-records.ts";
import { sourcesSchema, storedPageSchema } from "../pages/stored-page.ts";
import { hasDefault, recordKinds } from "../store/record-kinds.ts";
import type { KindName, Records, StateInput } from "./state.ts";

type RecordSchema<AnyRecord> = ObjectSchema<AnyRecord, ObjectFields<AnyRecord>>;

/** Schemas of complete records. */
export const recordSchemas: { readonly [Name in KindName]: RecordSchema<Records[Name]> } = {
  ...organizationSchemas,
  pages: storedPageSchema,
  ...messagingSchemas,
};

/** Schemas of the fields of a record. */
export type RecordShape = Readonly<Record<string, Schema>>;

export function recordShape(kind: KindName): RecordShape {
  return shapeOf(recordSchemas[kind]) as RecordShape;
}

// Schemas of fields whose parts may be left out, too.
const partSchemas: { readonly [Name in KindName]?: RecordShape } = { pages: { sources: sourcesSchema } };

/** Returns the schemas of the fields of a kind, as an input has them: those with a default may be left out, and a time may be a `Date`. */
export function inputShape(kind: KindName): RecordShape {
  const fields = Object.entries(recordShape(kind)).map(([field, schema]) => {
    const accepted = recordKinds[kind].timestampFields?.includes(field) ? acceptDate(schema) : schema;
    return [field, hasDefault(kind, field) ? z.optional(accepted) : accepted];
  });
  return { ...Object.fromEntries(fields), ...partSchemas[kind] };
}

function acceptDate(schema: Schema): Schema {
  return definitionOf(schema).type === "nullable" ? z.nullable(timestampInputSchema) : timestampInputSchema;
}

/** Schema of a state that another function validates. */
export const unvalidatedStateSchema = z.custom<StateInput>(() => true);

/** Schema of what a state contains beside records. */
export const positionsSchema = z.object({ idPosition: z.optional(positionSchema), clock: z.optional(clockSchema) });
