import type { Fields } from "@knowledge-base/internal";
import type { JsonSchema } from "@knowledge-base/types/openapi";

/** Returns the types of the values that a schema accepts; none if it accepts any. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type, anyOf = [] } = schema;
  const typesOfValues = valuesOf(schema)?.map((value) => typeof value) ?? [];
  return [...new Set([type ?? typesOfValues, ...anyOf.map(typesOf)].flat())];
}

// The only values that a schema accepts; undefined if it lists none.
function valuesOf({ enum: values, const: onlyValue }: JsonSchema): readonly unknown[] | undefined {
  return onlyValue === undefined ? values : [onlyValue];
}

/**
 * Writes a schema with the keywords that all providers take, and one type for each field. The description names the other keywords,
 * and the operation validates its input anyway.
 */
export function toPortable(schema: JsonSchema): Fields {
  const {
    type: _type,
    enum: _enum,
    const: _const,
    description,
    anyOf,
    items,
    properties,
    required,
    ...otherKeywords
  } = schema;
  const values = valuesOf(schema);
  const areTexts = values?.every((value) => typeof value === "string");
  const types = typesOf(schema);
  const alternatives = anyOf
    ? anyOf.filter((part) => part.type !== "null").map(toPortable)
    : types.filter((name) => name !== "null").map((name) => ({ type: name }));
  const describedKeywords = {
    ...otherKeywords,
    ...(values && !areTexts && { enum: values }),
    ...(types.includes("null") && { nullable: true }),
  };
  const keywordTexts = Object.entries(describedKeywords).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const sentences = [description, keywordTexts.length > 0 && `(${keywordTexts.join(", ")})`].filter(Boolean);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, toPortable(field)]);
  return {
    ...(alternatives.length > 1 ? { anyOf: alternatives } : alternatives[0]),
    ...(areTexts && { enum: values }),
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(items && { items: toPortable(items) }),
    ...(properties && { properties: Object.fromEntries(fields), required: required ?? [] }),
  };
}
