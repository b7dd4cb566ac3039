import { fieldsOf } from "@knowledge-base/internal";

/**
 * Returns whether a value is a promise, or acts like one. Even an `await` of a plain value lets other calls run, whose changes would then
 * be handed to `onChange` together with those of this call. So we write `needsAwait(value) ? await value : value`.
 */
export function needsAwait<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof fieldsOf(value)["then"] === "function";
}

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
