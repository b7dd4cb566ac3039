/** Returns the values as texts in the order of their characters, so that lists can be compared as sets. */
export function sorted(values: readonly unknown[]): string[] {
  return values.map(String).toSorted((left, right) => (left < right ? -1 : 1));
}
