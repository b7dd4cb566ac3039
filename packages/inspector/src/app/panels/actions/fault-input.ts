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
