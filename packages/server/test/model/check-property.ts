import fc from "fast-check";

const { PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_PATH } = process.env;

/**
 * Checks a property with random values: the same in every run of the tests, unless `PROPERTY_RUNS` sets another
 * number of them, or `PROPERTY_SEED` for others.
 *
 * @returns how many values were checked
 * @throws Error with the result of {@link findCounterexample}, and how to repeat it
 */
export async function checkProperty<Value>(
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<unknown>,
  { runs }: { readonly runs: number },
): Promise<number> {
  const numRuns = PROPERTY_RUNS === undefined ? runs : Number(PROPERTY_RUNS);
  const seed = PROPERTY_SEED === undefined ? undefined : Number(PROPERTY_SEED);
  const found = await findCounterexample(arbitrary, check, {
    numRuns,
    ...(PROPERTY_RUNS === undefined && { seed: 1 }),
    ...(seed !== undefined && { seed }),
    ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
  });
  if (found.message === undefined) return found.runs;
  const repeat = `PROPERTY_SEED=${found.seed} PROPERTY_PATH=${found.path}`;
  throw new Error(`Failed after ${found.runs} runs. ${repeat} repeats it.\n${found.message}`);
}

/** The result of a search for a counterexample. */
export interface Found {
  readonly runs: number;
  readonly seed: number;
  readonly path: string | null;
  /** The error of the simplest value that fails; undefined if none fails. */
  readonly message: string | undefined;
}

/** Finds a value that fails, and simplifies it. */
export async function findCounterexample<Value>(
  arbitrary: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<unknown>,
  parameters: { readonly numRuns: number; readonly seed?: number; readonly path?: string },
): Promise<Found> {
  const property = fc.asyncProperty(arbitrary, async (value) => void (await check(value)));
  const { failed, numRuns, seed, counterexamplePath, errorInstance } = await fc.check(property, parameters);
  const message = failed ? (errorInstance as Error).message : undefined;
  return { runs: numRuns, seed, path: counterexamplePath, message };
}

/** Timeout of the check of a property in milliseconds. 0, if `PROPERTY_RUNS` is set, means no timeout. */
export const propertyTimeoutMs = PROPERTY_RUNS === undefined ? 120_000 : 0;
