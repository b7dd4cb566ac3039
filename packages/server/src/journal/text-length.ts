/** Memory of a text itself, in characters. */
const textOverhead = 32;

/** Estimates the memory of all texts in a value, in characters. */
export function lengthOfTexts(value: unknown): number {
  if (typeof value === "string") return value.length + textOverhead;
  if (typeof value !== "object" || value === null) return 0;
  let length = 0;
  for (const name in value) length += name.length + lengthOfTexts((value as Record<string, unknown>)[name]);
  return length;
}
