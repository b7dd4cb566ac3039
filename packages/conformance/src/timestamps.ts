import { parseTimestamp } from "@knowledge-base/types";

/** Milliseconds from one ISO 8601 timestamp to another. */
export function millisecondsBetween(from: string, to: string): number {
  return parseTimestamp(to) - parseTimestamp(from);
}
