/** Copies a JSON value. Test runners compare classes, and `structuredClone` returns objects of the realm that created it. */
export function copyJson<Value>(value: Value): Value;
export function copyJson(value: unknown): unknown {
  if (!isComposite(value)) return value;
  if (!Array.isArray(value)) {
    const copy: Record<string, unknown> = { ...value };
    for (const name in copy) if (isComposite(copy[name])) copy[name] = copyJson(copy[name]);
    return copy;
  }
  // Unlike `map`, `slice` copies thousands of numbers of an embedding at once.
  const isNumbers = typeof value[0] === "number" && value.every(Number.isFinite);
  return isNumbers ? value.slice() : value.map((item) => copyJson(item));
}

function isComposite(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
