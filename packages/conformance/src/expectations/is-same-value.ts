import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import { jsonEqual } from "../json-equal.ts";

/** A timestamp may leave out the milliseconds. */
const precisionMs = 1000;

/** Returns whether two values of a field are the same. Timestamps are, if they are the same second in any notation. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (!isTimestamp(left) || !isTimestamp(right)) return jsonEqual(left, right);
  return Math.abs(parseTimestamp(left) - parseTimestamp(right)) < precisionMs;
}
