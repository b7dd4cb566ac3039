import type { JsonSchema } from "./json-schema.ts";

type Keywords = Readonly<Record<string, unknown>>;

const prefix = "#/$defs/";

/**
 * Returns a schema that zod has written without references and without keywords that {@link JsonSchema} does not have: references
 * are replaced by the definitions, except inside of themselves, where any value is allowed, and `oneOf` by `anyOf`.
 */
export function inlineDefinitions(schema: object): JsonSchema {
  const { $defs = {}, ...root } = schema as { readonly $defs?: Keywords };
  return inline(root, $defs, []) as JsonSchema;
}

function inline(part: unknown, definitions: Keywords, open: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((element) => inline(element, definitions, open));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...keywords } = part as { readonly $ref?: unknown };
  if (typeof $ref === "string") {
    const definition = open.includes($ref) ? {} : definitions[$ref.slice(prefix.length)];
    return { ...(inline(definition, definitions, [...open, $ref]) as object), ...keywords };
  }
  const entries = Object.entries(part).map(([name, value]) => [
    name === "oneOf" && Array.isArray(value) ? "anyOf" : name,
    inline(value, definitions, open),
  ]);
  return Object.fromEntries(entries);
}
