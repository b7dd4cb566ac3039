import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";

/** Returns whether two JSON values are equal, whatever the order of their fields and the form of their timestamps. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, normalize) === JSON.stringify(right, normalize);
}

function normalize(_: string, value: unknown): unknown {
  if (isTimestamp(value)) return parseTimestamp(value);
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
