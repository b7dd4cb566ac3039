import { type Redact, redactionPlaceholder } from "@knowledge-base/types";

const deepestJson = 32;

/** Takes secrets out of every string of a JSON value, and what is nested too deep to look at. */
export function redactJson<Value>(value: Value, redact: Redact, depth = 0): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepestJson) return redactionPlaceholder as Value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1)) as Value;
  const fields = Object.entries(value).map(([key, field]) => [redact(key), redactJson(field, redact, depth + 1)]);
  return Object.fromEntries(fields) as Value;
}
