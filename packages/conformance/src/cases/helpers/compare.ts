import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import { cutForMessage } from "../../run/observed-response.ts";
import { fail } from "../../run/verdict.ts";

/** Returns whether two JSON values are equal, whatever the order of their fields and the form of their timestamps. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, normalize) === JSON.stringify(right, normalize);
}

function normalize(_: string, value: unknown): unknown {
  if (isTimestamp(value)) return parseTimestamp(value);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}

/** Expects a record to have expected values in some fields. The message names the first field that differs. */
export function expectEqualFields(what: string, names: readonly string[], expected: object, actual: object): void {
  const [expectedFields, fields] = [fieldsOf(expected), fieldsOf(actual)];
  const name = names.find((each) => !isEqualJson(expectedFields[each], fields[each]));
  const show = (value: unknown) => cutForMessage(String(JSON.stringify(value)));
  if (name !== undefined)
    fail(`the ${name} of ${what} is ${show(fields[name])} instead of ${show(expectedFields[name])}`);
}

/**
 * Expects a record that two parts of a service show to be equal in some fields. Each part may leave out fields, and the milliseconds
 * of timestamps.
 */
export function expectEqualShownFields(what: string, names: readonly string[], expected: object, actual: object): void {
  const [expectedFields, fields] = [fieldsOf(expected), fieldsOf(actual)];
  const mayDiffer = (name: string) => {
    const values = [expectedFields[name], fields[name]] as const;
    return values.includes(undefined) || isSameSecond(...values);
  };
  const compared = names.filter((name) => !mayDiffer(name));
  expectEqualFields(what, compared, expected, actual);
}

function isSameSecond(left: unknown, right: unknown): boolean {
  return isTimestamp(left) && isTimestamp(right) && Math.abs(parseTimestamp(left) - parseTimestamp(right)) < 1000;
}
