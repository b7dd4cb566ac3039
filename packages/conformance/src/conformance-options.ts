import type { ConformanceCaseInfo, ConformanceResult } from "./report.ts";

/** Options of a run of the suite. */
export interface ConformanceOptions {
  /** Is told of each case when it is done. */
  readonly onResult?: ((result: ConformanceResult) => void) | undefined;
  /**
   * Chooses the cases to run: those for which it gives true. It is asked before anything is sent.
   *
   * @default all of them
   */
  readonly filter?: ((info: ConformanceCaseInfo) => boolean) | undefined;
}
