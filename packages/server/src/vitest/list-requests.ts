import { cutText } from "@knowledge-base/internal";
import type { JournalEntry } from "../test-tools/journal-entry.ts";

const maxListed = 5;
const maxInputLength = 300;
const maxMessageLength = 200;

/** Lists the last requests of a journal, each on a line with its response. */
export function listRequests(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return "The server received no request.";
  const title = entries.length > maxListed ? `The last ${maxListed} of ${entries.length} requests:` : "The requests:";
  return [title, ...entries.slice(-maxListed).map((entry) => `  ${formatEntry(entry)}`)].join("\n");
}

/** Formats an entry, such as `pages.archive {"slug":"limits"}: 503, planned fault status`. */
function formatEntry({ method, path, operation, input, status, fault, message }: JournalEntry): string {
  const request = operation === null ? `${method} ${path}` : `${operation} ${JSON.stringify(input ?? {})}`;
  const response = [
    status ?? "no response",
    ...(fault === null ? [] : [`planned fault ${fault}`]),
    ...(message === null ? [] : [cutText(message, maxMessageLength)]),
  ].join(", ");
  return `${cutText(request, maxInputLength)}: ${response}`;
}
