import type { JsonSchema } from "@knowledge-base/types/internal";

/** Keywords that strict schemas may have. */
const supported = ["type", "description", "enum", "const", "properties", "required", "items", "anyOf"] as const;

/** Keywords that a model needs not to follow exactly: the operation validates its input. A description names them. */
const explained = [
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "default",
];

/** Keywords without a meaning for a model. */
const ignored = ["$schema", "id", "title", "examples", "deprecated", "additionalProperties"];

/** Limits of OpenAI for one enum. */
const maxEnumValues = 1000;
const maxShortEnumValues = 250;
const maxLongEnumLength = 15_000;

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Returns a schema that follows the rules for strict schemas of OpenAI and Anthropic: objects have exactly the fields that are
 * listed, all of them are required, and those that may be left out are nullable. Undefined if there is no such schema.
 */
export function toStrictSchema(schema: JsonSchema): JsonSchema | undefined {
  const { type, properties, required = [], items, anyOf, additionalProperties } = schema;
  const known: readonly string[] = [...supported, ...explained, ...ignored];
  if (Object.keys(schema).some((keyword) => !known.includes(keyword))) return undefined;
  if (typeof additionalProperties === "object" || additionalProperties === true) return undefined;
  if ((type === undefined && !anyOf) || isTooLong(schema.enum ?? []) || areConfusable(anyOf ?? [])) return undefined;
  if ((type === "array" && !items) || (type === "object" && !properties)) return undefined;
  const strictItems = items && toStrictSchema(items);
  const strictChoices = anyOf?.map(toStrictSchema);
  const strictFields = Object.entries(properties ?? {}).map(([name, field]) => {
    const strict = toStrictSchema(field);
    return [name, strict && !required.includes(name) ? toNullable(strict) : strict] as const;
  });
  const inner = [...(items ? [strictItems] : []), ...(strictChoices ?? []), ...strictFields.map(([, field]) => field)];
  if (inner.includes(undefined)) return undefined;
  return {
    ...pick(schema, supported),
    ...describeConstraints(schema),
    ...(properties && {
      properties: Object.fromEntries(strictFields) as Readonly<Record<string, JsonSchema>>,
      required: Object.keys(properties),
      additionalProperties: false,
    }),
    ...(strictItems && { items: strictItems }),
    ...(strictChoices && { anyOf: strictChoices as readonly JsonSchema[] }),
  };
}

function isTooLong(values: readonly string[]): boolean {
  if (values.length <= maxShortEnumValues) return false;
  return values.length > maxEnumValues || values.join("").length > maxLongEnumLength;
}

/** OpenAI rejects objects with the same first field, unless the only value of that field tells which of them it is. */
function areConfusable(alternatives: readonly JsonSchema[]): boolean {
  const firstFields = alternatives.flatMap(({ properties = {} }) => Object.entries(properties).slice(0, 1));
  return firstFields.some(([name, field], index) =>
    firstFields.slice(index + 1).some(([otherName, other]) => {
      return (
        name === otherName && (field.const === undefined || other.const === undefined || field.const === other.const)
      );
    }),
  );
}

function pick(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

function describeConstraints(schema: JsonSchema): JsonSchema {
  const constraints = Object.entries(schema as Keywords).filter(([keyword]) => explained.includes(keyword));
  if (constraints.length === 0) return {};
  const text = constraints.map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`).join(", ");
  return { description: schema.description === undefined ? text : `${schema.description} (${text})` };
}

function toNullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf, description } = schema;
  if (typeof type === "string" && schema.enum === undefined && schema.const === undefined) {
    return { ...schema, type: [type, "null"] };
  }
  if (Array.isArray(type) && type.includes("null")) return schema;
  const { description: _, ...rest } = schema;
  const others = (anyOf ?? [rest]).filter((one) => one.type !== "null");
  return { ...(description !== undefined && { description }), anyOf: [...others, { type: "null" }] };
}
