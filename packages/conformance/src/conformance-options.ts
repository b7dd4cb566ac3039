import type { ConformanceCaseInfo, ConformanceResult } from "./report.ts";

/** Options of a run of the suite. */
export interface ConformanceOptions {
  /** Called with the result of each case as soon as it is known. */
  readonly onResult?: ((result: ConformanceResult) => void) | undefined;
  /**
   * Selects the cases to run: those for which it returns true. Called for every case before the first request.
   *
   * @default every case
   */
  readonly filter?: ((info: ConformanceCaseInfo) => boolean) | undefined;
}
