/** Returns the value in the middle, or NaN if there are no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 1 / 2);
}

/** Returns the value above which three quarters of all values are. Other programs only ever add to a measured time. */
export function lowerQuartile(values: readonly number[]): number {
  return quantile(values, 1 / 4);
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN;
}
