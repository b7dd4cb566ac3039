import type { JournalEntry } from "./journal-entry.ts";

/** Returns a text that explains the response to a request. */
export function explainEntry(entry: JournalEntry): string {
  const { at, method, path, operation, organizationId, latency, ignoredFields } = entry;
  const key = organizationId === null ? "without a valid key" : `with a key of ${organizationId}`;
  return [
    `${method} ${path} ${explainReason(entry)}`,
    `It was received at ${at} ${key}, for ${operation ?? "no operation of the contract"}.`,
    ...(latency > 0 ? [`Planned latency: ${latency} ms.`] : []),
    ...(ignoredFields.length > 0
      ? [`Ignored, because the specification does not define it: ${ignoredFields.join(", ")}.`]
      : []),
  ].join(" ");
}

/** Returns what happened to a request, as the end of a sentence that begins with the request. */
function explainReason({ reason, status, message, fault, committed }: JournalEntry): string {
  const execution = committed ? "The operation was executed." : "The operation was not executed.";
  switch (reason) {
    case "success":
      return `succeeded with ${status}.`;
    case "fault": {
      const response = status === null ? "got no response" : `got the response ${status}`;
      return `${response}, because the planned fault (${fault}) was applied. ${execution}`;
    }
    case "abandoned":
      return `was aborted by the caller before the response. ${execution}`;
    default:
      return `failed with ${status}, because ${causes[reason]}${message === null ? "" : `: ${message}`}.`;
  }
}

const causes: Readonly<Record<Exclude<JournalEntry["reason"], "success" | "fault" | "abandoned">, string>> = {
  route: "no operation has this method and path",
  auth: "of its API key",
  validation: "its input is not valid",
  not_found: "the operation did not find a record",
  failure: "the server, or a function passed to it, failed",
};
