import type { Writable } from "node:stream";
import { escapeControlCharacters } from "@knowledge-base/internal";
import { systemClock } from "../clock.ts";
import type { RecordedEntry } from "../journal/journal.ts";

/**
 * Returns a function that writes a line for each request. Lines are written while the output is read; otherwise they are dropped
 * and counted, so that they do not fill the memory.
 */
export function createRequestLog(output: Writable): (entry: RecordedEntry) => void {
  let dropped = 0;
  return (entry) => {
    if (output.writableNeedDrain) {
      dropped += 1;
      return;
    }
    const omitted = dropped === 0 ? "" : `(${dropped} lines omitted, because the output was not read)\n`;
    output.write(`${omitted}${formatRequestLine(entry)}\n`);
    dropped = 0;
  };
}

const timeOfDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/**
 * Formats a request and its response in a line such as `18:42:07 GET /v1/brains/brain_operations/index 200 3 ms`. The time is that
 * of this machine, because the clock of the server may be frozen.
 */
function formatRequestLine({ method, path, status, duration, reason, message }: RecordedEntry): string {
  const failure = reason === "failure" ? `: ${escapeControlCharacters(message ?? "")}` : "";
  const time = timeOfDay.format(systemClock.now());
  return `${time} ${method} ${escapeControlCharacters(path)} ${status ?? "---"} ${duration} ms${failure}`;
}
