import fc from "fast-check";

const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_PATH } = process.env;

/**
 * Checks a property with random values: the same in every run of the tests, unless `PROPERTY_RUNS` sets another number of them. An
 * error has the simplest value that fails, and the seed and path which repeat it as `PROPERTY_SEED` and `PROPERTY_PATH`.
 */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  runs: number,
  check: (value: Value) => Promise<void>,
): Promise<void> {
  const seed = PROPERTY_SEED ?? (PROPERTY_RUNS === undefined ? "1" : undefined);
  await fc.assert(fc.asyncProperty(arbitrary, check), {
    numRuns: Number(PROPERTY_RUNS ?? runs),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
  });
}

/** Timeout of a test of a property in milliseconds; 0, if `PROPERTY_RUNS` is set, means none. */
export const propertyTimeoutMs = PROPERTY_RUNS === undefined ? 120_000 : 0;
