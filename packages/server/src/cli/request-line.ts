import { escapeControlCharacters } from "@knowledge-base/internal";
import { systemClock } from "../test-tools/clock.ts";
import type { RecordedEntry } from "../test-tools/journal-entry.ts";

const timeOfDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/**
 * Formats a request and its response in a line such as `18:42:07 GET /v1/brains/brain_operations/index 200 3 ms`. The time is that
 * of this machine, because the clock of the server may be frozen.
 */
export function formatRequestLine({ method, path, status, duration, reason, message }: RecordedEntry): string {
  const failure = reason === "failure" ? `: ${escapeControlCharacters(message ?? "")}` : "";
  const time = timeOfDay.format(systemClock.now());
  return `${time} ${method} ${escapeControlCharacters(path)} ${status ?? "---"} ${duration} ms${failure}`;
}
