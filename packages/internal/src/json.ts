/** Returns whether a value is an object, and not an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns a value of any kind as an object, to read fields that it may lack: `const { code } = fieldsOf(error)`. */
export function fieldsOf(value: unknown): Fields {
  return Object(value);
}

/**
 * Returns whether a value is a promise, or acts like one. An `await` of any other value lets other calls run first. Code whose changes
 * are handed over before that writes `isThenable(value) ? await value : value`.
 */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof fieldsOf(value)["then"] === "function";
}

/** Parses JSON; returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
