/** Checks that a value is a `Date` of any realm, such as that of a test environment. It may be invalid. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === "[object Date]";
}

/** Returns the ISO 8601 timestamp of a valid `Date`, and any other value as it is. */
export function dateToTimestamp<Value>(value: Value | Date): Value | string {
  if (!isDate(value)) return value;
  return Number.isFinite(value.getTime()) ? value.toISOString() : (value as unknown as Value);
}
