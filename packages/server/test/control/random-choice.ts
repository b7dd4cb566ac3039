/** Chooses at random, and the same for the same seed. */
export interface RandomChoice {
  /** A whole number, at least 0 and below the limit. */
  below(limit: number): number;
  /** Returns one of some values; undefined if there are none. */
  of<Value>(values: readonly Value[]): Value | undefined;
  /** Returns true once in so many times on average. */
  onceIn(times: number): boolean;
}

/** Creates choices with the linear congruential generator of Numerical Recipes, of which the upper bits are used. */
export function createRandomChoice(seed: number): RandomChoice {
  let state = seed >>> 0;
  function below(limit: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  }
  return { below, of: (values) => values[below(values.length)], onceIn: (times) => below(times) === 0 };
}
