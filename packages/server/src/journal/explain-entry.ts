import type { JournalEntry } from "./journal-entry.ts";

/** Returns a text that explains the response to a request. */
export function explainEntry(entry: JournalEntry): string {
  const { at, method, path, operation, organizationId, latency, ignoredFields } = entry;
  const key = organizationId === null ? "without a valid key" : `with a key of ${organizationId}`;
  return [
    `${method} ${path} was received at ${at} ${key}, for ${operation ?? "no operation of the contract"}.`,
    explainReason(entry),
    ...(latency > 0 ? [`Planned latency: ${latency} ms.`] : []),
    ...(ignoredFields.length > 0
      ? [`Ignored, because the specification does not define it: ${ignoredFields.join(", ")}.`]
      : []),
  ].join(" ");
}

function explainReason({ reason, status, message, fault, committed }: JournalEntry): string {
  const cause = message === null ? "" : `: ${message}`;
  const execution = committed ? "The operation was executed." : "The operation was not executed.";
  switch (reason) {
    case "success":
      return `It succeeded with ${status}.`;
    case "route":
      return `The response was ${status}, because no route has this method and path${cause}.`;
    case "auth":
      return `The response was ${status}, because of its API key${cause}.`;
    case "validation":
      return `The response was ${status}, because its input is not valid${cause}.`;
    case "rule":
      return `The response was ${status}, because the operation rejected it${cause}.`;
    case "fault":
      return `${appliedFault(fault, status)} ${execution}`;
    case "abandoned":
      return `The caller aborted the request before the response. ${execution}`;
    case "failure":
      return fault === null
        ? `The response was ${status}, because the server, or a function passed to it, failed${cause}.`
        : `The response was ${status}, because the planned fault (${faultNames[fault]}) could not be applied${cause}`;
  }
}

const faultNames: Readonly<Record<NonNullable<JournalEntry["fault"]>, string>> = {
  status: "status",
  hang: "no response",
  connection_reset: "connection reset",
  gateway_html: "HTML of a gateway",
  stalled_body: "stalled body",
  truncated_json: "truncated JSON",
  json_patch: "patched JSON",
  response: "any response",
};

function appliedFault(fault: JournalEntry["fault"], status: number | null): string {
  if (fault === "status" && status !== null) return `The planned fault (status ${status}) was applied.`;
  const response = status === null ? "there was no response" : `the response was ${status}`;
  return `The planned fault${fault === null ? "" : ` (${faultNames[fault]})`} was applied, so ${response}.`;
}
