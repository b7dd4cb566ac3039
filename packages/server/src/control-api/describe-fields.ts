import type { JsonSchema } from "@knowledge-base/types/internal";

/** Descriptions of a type, as its comments state them. */
export interface TypeDescription {
  /** Description of the type. */
  readonly description: string;
  /** Descriptions of its fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Names of the types of those fields whose types are described too, by the name of the field.
   *
   * @default {}
   */
  readonly types?: Readonly<Record<string, string>>;
}

/** Descriptions of types, by name. */
export type TypeDescriptions = Readonly<Record<string, TypeDescription | undefined>>;

/** Returns a schema with descriptions of its fields, and of theirs if they are described types. */
export function describeFields(
  schema: JsonSchema,
  type: TypeDescription | undefined,
  types: TypeDescriptions = {},
): JsonSchema {
  const { properties, items, anyOf } = schema;
  const describeField = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    const fieldType = types[type?.types?.[name] ?? ""];
    const described = fieldType ? describeFields(field, fieldType, types) : field;
    const description = type?.fields[name];
    return [name, { ...described, ...(description !== undefined && { description }) }];
  };
  const describeInner = (inner: JsonSchema) => (inner.properties ? describeFields(inner, type, types) : inner);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(describeField)) }),
    ...(items && { items: describeInner(items) }),
    ...(anyOf && { anyOf: anyOf.map(describeInner) }),
  };
}
