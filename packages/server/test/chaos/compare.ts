import { isDeepStrictEqual } from "node:util";

/** Returns whether a body has everything that is expected of it. */
export function matches(body: string, expected: unknown): boolean {
  const actual: unknown = JSON.parse(body);
  const plain = withoutUndefined(expected);
  if (Array.isArray(plain)) return isDeepStrictEqual(actual, plain);
  return Object.entries(Object(plain)).every(([name, value]) => isDeepStrictEqual(Object(actual)[name], value));
}

/** Returns a value as JSON has it. */
export function withoutUndefined(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Describes the first record in which two states differ. */
export function firstDifference(actual: object, expected: unknown): string {
  for (const [name, value] of Object.entries(Object(expected))) {
    const other = Object(actual)[name];
    if (isDeepStrictEqual(other, value)) continue;
    const index = Array.isArray(value)
      ? value.findIndex((record, place) => !isDeepStrictEqual(record, other?.[place]))
      : 0;
    return `${name} ${index} is ${JSON.stringify(other?.[index])}, not ${JSON.stringify(Object(value)[index])}`.slice(
      0,
      2000,
    );
  }
  return "it has more than the model";
}
