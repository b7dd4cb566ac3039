import type { JsonSchema } from "@knowledge-base/types/internal";

/** Keywords that the strict modes of both OpenAI and Anthropic support, of those that these schemas could have. */
const keywords = [
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
];
const types = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** A problem with a schema, by the path of the part that has it. */
export interface StrictProblem {
  readonly path: string;
  readonly problem: string;
}

/**
 * Returns where a schema breaks the published rules: of OpenAI for strict functions (all fields required, no other fields, the root
 * is an object without anyOf, at most 10 levels and 5,000 fields) and of Anthropic for strict tools (no other fields, no recursion,
 * no constraints of numbers, texts and lists).
 */
export function findStrictProblems(schema: JsonSchema, path = "input", level = 1): StrictProblem[] {
  const { type, properties, required = [], additionalProperties, items, anyOf } = schema;
  const at = (problem: string): StrictProblem => ({ path, problem });
  const names = Object.keys(properties ?? {});
  const isObject = [type].flat().includes("object");
  return [
    ...Object.keys(schema)
      .filter((keyword) => !keywords.includes(keyword))
      .map((keyword) => at(`${keyword} is not supported`)),
    ...[type ?? []]
      .flat()
      .filter((one) => !types.includes(one))
      .map((one) => at(`there is no type ${one}`)),
    ...(level === 1 && (type !== "object" || anyOf) ? [at("the root is not an object")] : []),
    ...(level > 10 ? [at("there are more than 10 levels")] : []),
    ...(isObject && additionalProperties !== false ? [at("additionalProperties is not false")] : []),
    ...(isObject && names.toSorted().join() !== [...required].toSorted().join()
      ? [at("not all fields are required")]
      : []),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      findStrictProblems(field, `${path}.${name}`, level + 1),
    ),
    ...(items ? findStrictProblems(items, `${path}[]`, level + 1) : []),
    ...(anyOf ?? []).flatMap((one, index) => findStrictProblems(one, `${path}|${index}`, level + 1)),
  ];
}

/** Counts the fields of a schema that may have several types. Anthropic allows 16 of them in all strict tools of a request. */
export function countUnions({ type, properties, items, anyOf }: JsonSchema): number {
  const inner = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
  return Number(Array.isArray(type) || anyOf !== undefined) + inner.reduce((sum, one) => sum + countUnions(one), 0);
}
