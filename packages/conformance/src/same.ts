/** Whether two JSON values are the same, in whatever order their fields stand. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, sortFields) === JSON.stringify(right, sortFields);
}

function sortFields(_: string, value: unknown): unknown {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
