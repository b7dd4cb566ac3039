import type { JsonSchema } from "@knowledge-base/types/internal";

/** Returns the schema that describes the fields of an object: the schema itself, or the best of its alternatives. */
export function findObjectSchema(schema: JsonSchema, value: object): JsonSchema {
  if (schema.properties) return schema;
  const alternatives = (schema.anyOf ?? []).map((one) => findObjectSchema(one, value)).filter((one) => one.properties);
  const fitting = alternatives.filter((one) => fits(one, value));
  const [best] = fitting.toSorted((one, other) => countFields(other, value) - countFields(one, value));
  return best ?? alternatives[0] ?? schema;
}

/** Returns the schema of a field. */
export function findFieldSchema({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether an object has the required fields of a schema, and those with only one value have it. */
function fits({ properties = {}, required = [] }: JsonSchema, value: object): boolean {
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    required.every((name) => fields.has(name)) &&
    Object.entries(properties).every(([name, { const: only }]) => {
      const field = fields.get(name) ?? undefined;
      return only === undefined || field === only || (field === undefined && !required.includes(name));
    })
  );
}

function countFields(schema: JsonSchema, value: object): number {
  return Object.keys(value).filter((name) => findFieldSchema(schema, name)).length;
}
