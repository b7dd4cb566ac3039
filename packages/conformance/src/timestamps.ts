/** Milliseconds from one ISO 8601 timestamp to another. */
export function millisecondsBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}
