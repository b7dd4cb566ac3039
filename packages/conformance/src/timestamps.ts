/** Milliseconds from one ISO 8601 timestamp to another. */
export function millisecondsBetween(from: string, to: string): number {
  return parseTimestamp(to) - parseTimestamp(from);
}

/** Reads an ISO 8601 timestamp. One that names no offset is taken for UTC, whatever zone the machine is in. */
function parseTimestamp(text: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
