import type { JsonSchema } from "@knowledge-base/types/openapi";

/** Returns a value without the fields that are null and may be left out, because strict schemas have no other way to leave them out. */
export function removeNulls(value: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema || typeof value !== "object" || value === null) return value;
  const { properties = {}, required = [], items }: JsonSchema = schema.anyOf?.find((one) => one.properties) ?? schema;
  if (Array.isArray(value)) return value.map((element) => removeNulls(element, items));
  const fields = Object.entries(value).filter(([name, field]) => {
    return field !== null || required.includes(name) || !Object.hasOwn(properties, name);
  });
  return Object.fromEntries(fields.map(([name, field]) => [name, removeNulls(field, properties[name])]));
}
