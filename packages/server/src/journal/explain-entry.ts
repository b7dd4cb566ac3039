import type { JournalEntry } from "./journal-entry.ts";

/** Tells in words what became of a request and why. */
export function explainEntry(entry: JournalEntry): string {
  const { at, method, path, operation, organizationId } = entry;
  const who = organizationId === null ? "without a valid key" : `with a key of ${organizationId}`;
  const what = operation === null ? "no operation of the contract" : operation;
  return [
    `${method} ${path} came at ${at} ${who}, for ${what}.`,
    outcome(entry),
    ...(entry.latency > 0 ? [`Planned latency: ${entry.latency} ms.`] : []),
    ...(entry.ignoredFields.length > 0
      ? [`Ignored, because the specification does not know it: ${entry.ignoredFields.join(", ")}.`]
      : []),
  ].join(" ");
}

function outcome({ reason, status, message, fault, committed }: JournalEntry): string {
  const because = message === null ? "" : `: ${message}`;
  switch (reason) {
    case "success":
      return `It succeeded with ${status}.`;
    case "route":
      return `It was answered with ${status}, because no route has this method and path${because}.`;
    case "auth":
      return `It was answered with ${status} before anything else was looked at, because of its key${because}.`;
    case "validation":
      return `It was answered with ${status}, because its input is not valid${because}.`;
    case "rule":
      return `It was answered with ${status}, because the operation refused it${because}.`;
    case "fault":
      return `It met the planned fault ${fault}, ${status === null ? "so that no answer came" : `and was answered with ${status}`}. ${
        committed ? "The operation was carried out all the same." : "The operation was not carried out."
      }`;
    case "abandoned":
      return `The caller gave up before the answer. ${committed ? "The operation was carried out." : "The operation was not carried out."}`;
    case "failure":
      return `It was answered with ${status}, because the server itself failed${because}. This is a fault of the server or of a function given to it.`;
  }
}
