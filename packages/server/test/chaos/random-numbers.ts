/** Random picks that repeat with their seed. */
export interface RandomNumbers {
  /** A whole number, at least 0 and below a limit. */
  readonly below: (limit: number) => number;
  /** One of several values. */
  readonly pick: <Value>(values: readonly [Value, ...Value[]]) => Value;
}

/** Creates picks from a seed. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = (seed + 1) * 0x9e3779b1;
  const below = (limit: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  };
  return { below, pick: (values) => values[below(values.length)] ?? values[0] };
}
