import { type Redact, redactionPlaceholder } from "./create-redactor.ts";

const maxDepth = 32;

/** Redacts every string and every key of a JSON value. Values nested deeper than 32 levels are replaced as a whole. */
export function redactJson<Value>(value: Value, redact: Redact, depth = 0): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return redactionPlaceholder as Value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1)) as Value;
  const fields = Object.entries(value).map(([key, field]) => [redact(key), redactJson(field, redact, depth + 1)]);
  return Object.fromEntries(fields) as Value;
}
