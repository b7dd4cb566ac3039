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
  const cause = message === null ? "" : `: ${message}`;
  const execution = committed ? "The operation was executed." : "The operation was not executed.";
  switch (reason) {
    case "success":
      return `succeeded with ${status}.`;
    case "route":
      return `failed with ${status}, because no operation has this method and path${cause}.`;
    case "auth":
      return `failed with ${status}, because of its API key${cause}.`;
    case "validation":
      return `failed with ${status}, because its input is not valid${cause}.`;
    case "not_found":
      return `failed with ${status}, because the operation did not find a record${cause}.`;
    case "fault": {
      const response = status === null ? "got no response" : `got the response ${status}`;
      return `${response}, because ${describeFault(fault)} was applied. ${execution}`;
    }
    case "abandoned":
      return `was aborted by the caller before the response. ${execution}`;
    case "failure":
      return `failed with ${status}, because the server, or a function passed to it, failed${cause}.`;
  }
}

const faultNames: Readonly<Record<NonNullable<JournalEntry["fault"]>, string>> = {
  status: "status",
  hang: "no response",
  connection_reset: "connection reset",
  gateway_html: "HTML of a gateway",
  stalled_body: "stalled body",
  truncated_json: "truncated JSON",
  response: "any response",
};

function describeFault(fault: JournalEntry["fault"]): string {
  return fault === null ? "a planned fault" : `the planned fault (${faultNames[fault]})`;
}
