import type { JsonSchema } from "@knowledge-base/types/internal";
import { findFieldSchema, findObjectSchema } from "./find-object-schema.ts";

/** Returns a value without the fields that are null and may be left out, because strict schemas have no other way to leave them out. */
export function removeNulls(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = schema.anyOf?.find((one) => one.items) ?? schema;
    return value.map((element) => removeNulls(element, items));
  }
  const object = findObjectSchema(schema, value);
  const fields = Object.entries(value).filter(([name, field]) => {
    return field !== null || object.required?.includes(name) || !findFieldSchema(object, name);
  });
  return Object.fromEntries(fields.map(([name, field]) => [name, removeNulls(field, findFieldSchema(object, name))]));
}
