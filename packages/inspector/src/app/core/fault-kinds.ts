/** Kinds of faults that the form offers, with their titles and the JSON of an example. */
export const faultKinds = [
  ["status", "Status", '{ "status": 503, "retryAfter": 1 }'],
  ["latency", "Latency", '{ "latency": 2000 }'],
  ["hang", "No response", "{}"],
  ["connection_reset", "Connection reset", "{}"],
  ["gateway_html", "HTML of a gateway", "{}"],
  ["stalled_body", "Stalled body", "{}"],
  ["truncated_json", "Truncated JSON", "{}"],
  ["response", "Any response", '{ "status": 302, "headers": { "location": "/" } }'],
] as const;

/** Returns the title of a kind of fault. */
export function faultTitle(kind: string): string {
  return faultKinds.find(([id]) => id === kind)?.[1] ?? kind;
}
