import type { Fields } from "@knowledge-base/internal/json";
import type { JsonSchema } from "@knowledge-base/types/openapi";

/** Returns the types of the values that a schema accepts; none if it accepts any. */
export function typesOf({ type, enum: values, const: constant, anyOf = [] }: JsonSchema): readonly string[] {
  const choices: readonly unknown[] = constant === undefined ? (values ?? []) : [constant];
  return [...new Set([type ?? choices.map((choice) => typeof choice), ...anyOf.map(typesOf)].flat())];
}

/**
 * Writes a schema with the keywords that all providers take, and one type for each field. The description names the other keywords,
 * and the operation validates its input anyway.
 */
export function toPortable(schema: JsonSchema): Fields {
  const { type: _, enum: values, const: constant, description, anyOf, items, properties, required, ...limits } = schema;
  const choices = constant === undefined ? values : [constant];
  const areTexts = choices?.every((choice) => typeof choice === "string");
  const types = typesOf(schema);
  const alternatives = anyOf
    ? anyOf.filter((part) => part.type !== "null").map(toPortable)
    : types.filter((name) => name !== "null").map((name) => ({ type: name }));
  const describedKeywords = {
    ...limits,
    ...(choices && !areTexts && { enum: choices }),
    ...(types.includes("null") && { nullable: true }),
  };
  const keywordTexts = Object.entries(describedKeywords).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const sentences = [description, keywordTexts.length > 0 && `(${keywordTexts.join(", ")})`].filter(Boolean);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, toPortable(field)]);
  return {
    ...(alternatives.length > 1 ? { anyOf: alternatives } : alternatives[0]),
    ...(areTexts && { enum: choices }),
    ...(sentences.length > 0 && { description: sentences.join(" ") }),
    ...(items && { items: toPortable(items) }),
    ...(properties && { properties: Object.fromEntries(fields), required: required ?? [] }),
  };
}
