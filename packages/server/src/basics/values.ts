// Number of arrays and objects in each other that are copied. No valid input has more.
const maxDepth = 200;

/**
 * Copies the arrays and the plain objects of a value. Instances of classes, such as a `Date`, are shared. Test runners compare classes,
 * and `structuredClone` returns objects of the realm that created it.
 */
export function copyPlain<Value>(value: Value): Value;
export function copyPlain(value: unknown): unknown {
  return copyAtDepth(value, 0, new Map());
}

function copyAtDepth(value: unknown, depth: number, copies: Map<object, object>): unknown {
  if (!isPlain(value) || depth === maxDepth) return value;
  // An object may contain itself.
  const known = copies.get(value);
  if (known) return known;
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    copies.set(value, items);
    // Thousands of numbers of an embedding are copied at once.
    if (items.every(Number.isFinite)) return items;
    for (const [index, item] of items.entries()) items[index] = copyAtDepth(item, depth + 1, copies);
    return items;
  }
  const fields: Record<string, unknown> = { ...value };
  copies.set(value, fields);
  for (const name in fields) fields[name] = copyAtDepth(fields[name], depth + 1, copies);
  return fields;
}

/** Returns whether a value is an array or a plain object, of any realm. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns a text, or undefined for any other value. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns texts with underscores between them, or undefined if a part is no text. */
export function joinTexts(prefix: string, ...parts: readonly unknown[]): string | undefined {
  return parts.every((part) => typeof part === "string") ? [prefix, ...parts].join("_") : undefined;
}

/** Returns whether a text takes more than a number of bytes in UTF-8. */
export function isLargerThan(maxBytes: number, text: string): boolean {
  // A UTF-16 code unit takes at most three bytes, so that most texts needn't be encoded.
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
