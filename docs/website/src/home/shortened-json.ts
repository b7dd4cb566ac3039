/** Formats JSON for a reader: long arrays of numbers, such as embeddings, are cut. */
export function shortenedJson(text: string): string {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > 4 && typeof value[0] === "number";
  const shorten = (_: string, value: unknown) => (isLong(value) ? `[${(value as number[]).length} numbers]` : value);
  return JSON.stringify(JSON.parse(text), shorten, 2);
}
