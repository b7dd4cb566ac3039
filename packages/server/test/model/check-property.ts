import fc from "fast-check";

const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_PATH } = process.env;

/**
 * Checks a property with random values: the same in every run of the tests, unless `PROPERTY_RUNS` sets another
 * number of them, or `PROPERTY_SEED` for others.
 *
 * @returns how many values were checked
 * @throws Error with the error of the simplest value that fails, and how to repeat it
 */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<unknown>,
  { runs }: { readonly runs: number },
): Promise<number> {
  const numRuns = PROPERTY_RUNS === undefined ? runs : Number(PROPERTY_RUNS);
  const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED);
  const property = fc.asyncProperty(arbitrary, async (value) => void (await check(value)));
  const found = await fc.check(property, {
    numRuns,
    ...(PROPERTY_RUNS === undefined && { seed: 1 }),
    ...(seed !== undefined && { seed }),
    ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
  });
  if (!found.failed) return found.numRuns;
  const repeat = `PROPERTY_SEED=${found.seed} PROPERTY_PATH=${found.counterexamplePath}`;
  const { message } = found.errorInstance as Error;
  throw new Error(`Failed after ${found.numRuns} runs. ${repeat} repeats it.\n${message}`);
}

/** Timeout of the check of a property in milliseconds. 0, if `PROPERTY_RUNS` is set, means no timeout. */
export const propertyTimeoutMs = PROPERTY_RUNS === undefined ? 120_000 : 0;
