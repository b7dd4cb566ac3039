/** Returns whether two JSON values are equal, whatever the order of their fields. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, sortFields) === JSON.stringify(right, sortFields);
}

function sortFields(_: string, value: unknown): unknown {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
