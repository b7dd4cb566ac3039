/** Kinds of faults that the form offers, with their titles and the JSON of an example. */
export const faultKinds = [
  ["status", "Status", '{ "status": 503, "retryAfter": 1 }'],
  ["latency", "Latency", '{ "latency": 2000 }'],
  ["hang", "No response", "{}"],
  ["connection_reset", "Connection reset", "{}"],
  ["gateway_html", "HTML of a gateway", "{}"],
  ["stalled_body", "Stalled body", "{}"],
  ["truncated_json", "Truncated JSON", "{}"],
  ["json_patch", "Patched JSON", '{ "patch": [{ "op": "remove", "path": "/0" }] }'],
  ["response", "Any response", '{ "status": 302, "headers": { "location": "/" } }'],
  ["sequence", "Sequence", '{ "steps": [{ "kind": "status", "status": 503 }, { "kind": "pass" }] }'],
] as const;

/** Returns the input of `faults.add` that a form describes. Throws an error for people if a field is not JSON. */
export function toFaultInput(fields: Readonly<Record<string, string>>): object {
  const { kind, operation, times, details = "{}", input } = fields;
  return {
    ...parseObject("Details", details),
    kind,
    ...(operation !== undefined && { operation }),
    ...(times !== undefined && { times: Number(times) }),
    ...(input !== undefined && { input: parseObject("Input", input) }),
  };
}

function parseObject(title: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The message of the parser does not say which field is meant.
  }
  throw new Error(`${title} must be a JSON object.`);
}
