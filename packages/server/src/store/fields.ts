/** The fields of an object that was not validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** Checks whether a value is an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
