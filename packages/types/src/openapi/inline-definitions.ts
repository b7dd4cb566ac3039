import type { JsonSchema } from "./json-schema.ts";

type Keywords = Readonly<Record<string, unknown>>;

const prefix = "#/$defs/";

/** Schemas that refer to each other have definitions whose number grows exponentially with their depth. */
const maxInlined = 1_000;

/**
 * Returns a schema that zod has written without references and without keywords that {@link JsonSchema} does not have: references
 * are replaced by the definitions, and `oneOf` by `anyOf`. Inside of themselves, and after the first 1,000 references, any value
 * is allowed.
 */
export function inlineDefinitions(schema: object): JsonSchema {
  const { $defs = {}, ...root } = schema as { readonly $defs?: Keywords };
  let inlined = 0;
  return inline(root, []) as JsonSchema;

  function inline(part: unknown, open: readonly string[]): unknown {
    if (Array.isArray(part)) return part.map((element) => inline(element, open));
    if (typeof part !== "object" || part === null) return part;
    const { $ref, ...keywords } = part as { readonly $ref?: unknown };
    if (typeof $ref === "string") return { ...(definitionOf($ref, open) as object), ...keywords };
    const entries = Object.entries(part).map(([name, value]) => [
      name === "oneOf" && Array.isArray(value) ? "anyOf" : name,
      inline(value, open),
    ]);
    return Object.fromEntries(entries);
  }

  function definitionOf(reference: string, open: readonly string[]): unknown {
    inlined += 1;
    if (open.includes(reference) || inlined > maxInlined) return {};
    return inline($defs[reference.slice(prefix.length)], [...open, reference]);
  }
}
