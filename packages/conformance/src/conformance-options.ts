import type { KnownDeviations } from "./known-deviation.ts";
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
  /**
   * Whether the run fails if a required case was not checked, or a case with a known deviation passed.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Known deviations, by the id of their case. They do not fail the run.
   *
   * @default none
   */
  readonly knownDeviations?: KnownDeviations | undefined;
  /**
   * Stops the run when it is aborted. The records of a setup are removed, and the report says that the run was interrupted.
   *
   * @default the run is not stopped
   */
  readonly signal?: AbortSignal | undefined;
}
