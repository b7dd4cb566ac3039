import { isObject } from "@knowledge-base/internal/json";
import { findClosestName } from "@knowledge-base/internal/suggest-name";
import { cutText } from "@knowledge-base/internal/texts";
import type { ObjectFields, ObjectSchema, Schema } from "@knowledge-base/types";
import { identifierSchema, isTimestamp, strictObject } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { dateToTimestamp } from "./time.ts";

/**
 * Builds the schema of an object that rejects other fields: in an input or a record they're mistakes. With a type argument, the shape is
 * compared with an interface: a missing field, an extra field and a field of another type are type errors. Zod compiles the schema to
 * straight-line code, which makes it faster.
 */
export function strictObjectSchema(shape: Readonly<Record<string, Schema>>): ObjectSchema;
export function strictObjectSchema<Value extends object>(
  shape: ObjectFields<Value>,
): ObjectSchema<Value, ObjectFields<Value>>;
export function strictObjectSchema(shape: Readonly<Record<string, Schema>>): ObjectSchema {
  const error = ({ code, keys = [] }: { readonly code?: string; readonly keys?: readonly string[] }) =>
    code === "unrecognized_keys" ? describeUnknownFields(keys, Object.keys(shape)) : undefined;
  return strictObject(shape, error) as unknown as ObjectSchema;
}

/** Schema of an object with any fields. A record of zod would drop the field `__proto__`. */
export const fieldsSchema = z.custom<Readonly<Record<string, unknown>>>(isObject, "must be an object");

const maxShownNames = 10;
const maxNameLength = 100;

function describeUnknownFields(unknown: readonly string[], known: readonly string[]): string {
  const shown = unknown.slice(0, maxShownNames).map((name) => {
    const shownName = cutText(name, maxNameLength);
    const closest = findClosestName(name, known);
    return closest === undefined ? shownName : `${shownName} (did you mean ${closest}?)`;
  });
  const more = unknown.length > maxShownNames ? ` and ${unknown.length - maxShownNames} more` : "";
  const fields = known.length === 0 ? "there are no fields" : `the fields are ${known.join(", ")}`;
  return `has unknown fields: ${shown.join(", ")}${more}; ${fields}`;
}

/** A record whose optional fields may be left out, and whose times may be given as a `Date`. */
export type Draft<AnyRecord, Optional extends keyof AnyRecord, Times extends keyof AnyRecord = never> = {
  readonly [Field in keyof Omit<AnyRecord, Optional>]: Omit<AnyRecord, Optional>[Field];
} & {
  readonly [Field in keyof Pick<AnyRecord, Optional>]?:
    | AnyRecord[Field]
    | (Field extends Times ? Date : never)
    | undefined;
};

/** Schema of an id that is used in URL paths. URLs drop the segments `.` and `..`, and lone surrogates can't be encoded. */
export const pathIdSchema = z.string().check(
  z.minLength(1),
  z.refine((text) => text !== "." && text !== ".." && text.isWellFormed(), "must be valid in the path of a URL"),
);

/** Schema of the time of a record in an input: an ISO 8601 timestamp, or a `Date`. */
export const timestampInputSchema = z.custom<string | Date>(
  (value) => isTimestamp(dateToTimestamp(value)),
  "must be an ISO 8601 timestamp or a Date",
);

/** Schema of an organization that may be left out: by an input, or in a state by a record below a brain or an installation. */
export const organizationIdSchema = z.optional(identifierSchema);
