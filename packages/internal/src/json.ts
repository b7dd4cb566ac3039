/** Returns whether a value is an object, and not an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value of any kind as an object, to read fields that it may lack: `const { code } = fieldsOf(error)`. */
export function fieldsOf(value: unknown): Fields {
  return Object(value);
}

/** Parses JSON; returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
