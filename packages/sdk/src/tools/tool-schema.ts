import type { Fields } from "@knowledge-base/internal";
import type { JsonSchema } from "@knowledge-base/types/openapi";

/** Returns the types of the values that a schema accepts; none if it accepts any. */
export function typesOf({ type, enum: values, const: only, anyOf = [] }: JsonSchema): readonly string[] {
  const listed: readonly unknown[] = only === undefined ? (values ?? []) : [only];
  return [...new Set([type ?? listed.map((value) => typeof value), ...anyOf.map(typesOf)].flat())];
}

/**
 * Writes a schema with the keywords that all providers take, and one type for each field. The description names the other keywords,
 * and the operation validates its input anyway.
 */
export function toPortable(schema: JsonSchema): Fields {
  const { type: _, description, enum: listed, const: only, anyOf, items, properties, required, ...limits } = schema;
  const values = only === undefined ? listed : [only];
  const isChoice = values?.every((value) => typeof value === "string");
  const types = typesOf(schema);
  const named = types.filter((name) => name !== "null").map((name) => ({ type: name }));
  const [one, ...others] = anyOf ? anyOf.filter((part) => part.type !== "null").map(toPortable) : named;
  const rules = {
    ...limits,
    ...(values && !isChoice && { enum: values }),
    ...(types.includes("null") && { nullable: true }),
  };
  const notes = Object.entries(rules).map(([keyword, rule]) => `${keyword}: ${JSON.stringify(rule)}`);
  const about = [description, notes.length > 0 && `(${notes.join(", ")})`].filter(Boolean).join(" ");
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, toPortable(field)]);
  return {
    ...(others.length > 0 ? { anyOf: [one, ...others] } : one),
    ...(isChoice && { enum: values }),
    ...(about && { description: about }),
    ...(items && { items: toPortable(items) }),
    ...(properties && { properties: Object.fromEntries(fields), required: required ?? [] }),
  };
}
