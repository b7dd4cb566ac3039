type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns where a schema breaks the published rules of OpenAI for strict functions and of Anthropic for strict tools, as far as flat
 * inputs can: all fields are required, no others are allowed, and a field has none of the keywords that one of them rejects.
 */
export function findStrictProblems({ type, properties, required, additionalProperties, ...others }: Fields): string[] {
  const fields = Object.entries(properties as Readonly<Record<string, Fields>>);
  const isClosed = type === "object" && additionalProperties === false && Object.keys(others).length === 0;
  const hasAll = String(required) === String(fields.map(([name]) => name));
  return [
    ...(isClosed && hasAll ? [] : ["the input is not a closed object with all fields"]),
    ...fields.flatMap(([name, field]) => findFieldProblems(field).map((problem) => `${name}: ${problem}`)),
  ];
}

function findFieldProblems({ type, description, enum: values, const: only, anyOf = [], ...others }: Fields): string[] {
  const known = ["string", "integer", "number", "boolean", "null"];
  const inner = anyOf as readonly Fields[];
  const types = [type ?? []].flat();
  const hasTypes = types.every((one) => known.includes(one as string)) && types.length > 0 !== inner.length > 0;
  return [...(hasTypes ? [] : ["the types are wrong"]), ...Object.keys(others), ...inner.flatMap(findFieldProblems)];
}
