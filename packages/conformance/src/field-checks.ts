/** Tells what is wrong with the value of a field, such as `target.write`. */
export type Check = (place: string, value: unknown) => readonly string[];

/** A field with a function. */
export const functionCheck = must("be a function", (value) => typeof value === "function");

/** A field that is true or false. */
export const booleanCheck = must("be true or false", (value) => typeof value === "boolean");

/** A field with a text. */
export const textCheck = must("be a string that is not empty", (value) => typeof value === "string" && value !== "");

/** A field with a time span, of at least one millisecond. */
export function millisecondsCheck(longestMs: number): Check {
  const isTimeSpan = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= longestMs;
  return must(`be a whole number of milliseconds from 1 to ${longestMs}`, isTimeSpan);
}

/** Checks every field of an object. One that has no check does not exist: it would be ignored. */
export function objectCheck<Fields extends object>(
  checks: { readonly [Name in keyof Fields]-?: Check },
  required: readonly (keyof Fields & string)[] = [],
): Check {
  const known = new Map<string, Check>(Object.entries(checks));
  return (place, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${place} must be an object`];
    const placeOf = (name: string) => (place === "" ? name : `${place}.${name}`);
    const missing = required.filter((name) => Reflect.get(value, name) === undefined);
    const problems = Object.entries(value).flatMap(([name, field]) => {
      const check = known.get(name);
      if (!check) return [`${placeOf(name)} is not known; known are ${[...known.keys()].join(", ")}`];
      return field === undefined ? [] : check(placeOf(name), field);
    });
    return [...missing.map((name) => `${placeOf(name)} is missing`), ...problems];
  };
}

function must(words: string, holds: (value: unknown) => boolean): Check {
  return (place, value) => (holds(value) ? [] : [`${place} must ${words}`]);
}
