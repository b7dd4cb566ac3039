import type { JournalEntry } from "./journal-entry.ts";

/** Returns a text that explains the response to a request. */
export function explainEntry(entry: JournalEntry): string {
  const { at, method, path, operation, organizationId } = entry;
  const key = organizationId === null ? "without a valid key" : `with a key of ${organizationId}`;
  const target = operation === null ? "no operation of the contract" : operation;
  return [
    `${method} ${path} came at ${at} ${key}, for ${target}.`,
    explainReason(entry),
    ...(entry.latency > 0 ? [`Planned latency: ${entry.latency} ms.`] : []),
    ...(entry.ignoredFields.length > 0
      ? [`Ignored, because the specification does not know it: ${entry.ignoredFields.join(", ")}.`]
      : []),
  ].join(" ");
}

function explainReason({ reason, status, message, fault, committed }: JournalEntry): string {
  const cause = message === null ? "" : `: ${message}`;
  switch (reason) {
    case "success":
      return `It succeeded with ${status}.`;
    case "route":
      return `It was answered with ${status}, because no route has this method and path${cause}.`;
    case "auth":
      return `It was answered with ${status} before anything else was looked at, because of its key${cause}.`;
    case "validation":
      return `It was answered with ${status}, because its input is not valid${cause}.`;
    case "rule":
      return `It was answered with ${status}, because the operation refused it${cause}.`;
    case "fault":
      return `It met the planned fault ${fault}, ${status === null ? "so that no answer came" : `and was answered with ${status}`}. ${
        committed ? "The operation was carried out all the same." : "The operation was not carried out."
      }`;
    case "abandoned":
      return `The caller gave up before the answer. ${committed ? "The operation was carried out." : "The operation was not carried out."}`;
    case "failure":
      return `It was answered with ${status}, because the server itself failed${cause}. This is a fault of the server or of a function given to it.`;
  }
}
