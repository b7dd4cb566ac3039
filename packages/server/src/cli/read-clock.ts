import { UsageError } from "@knowledge-base/command-line";
import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import type { Clock } from "../clock.ts";

/**
 * Returns a clock that stands still.
 *
 * @throws UsageError if the time is no ISO 8601 timestamp
 */
export function readClock({ time, label }: { readonly time: string; readonly label: string }): Clock {
  if (!isTimestamp(time)) throw new UsageError(`${label} must be an ISO 8601 timestamp, such as 2026-05-04T08:00:00Z`);
  const now = parseTimestamp(time);
  return { now: () => now };
}
