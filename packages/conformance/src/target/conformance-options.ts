import type { ConformanceCaseInfo, ConformanceResult } from "../report/report.ts";

/**
 * Options of a run of the suite.
 *
 * @example
 * ```ts
 * import { runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
 * const target = { baseUrl, apiKey, fetch, records: { brainId: "brain_operations" } };
 * const report = await runConformance(target, { filter: ({ id }) => id.startsWith("promptIndex.get/") });
 * console.log(report.counts.failed); // 0
 * ```
 *
 * @see [Check an implementation](../../../../docs/guides/checking-an-implementation.md)
 */
export interface ConformanceOptions {
  /**
   * Function that is called with the result of each case as soon as it is known.
   *
   * @default none
   */
  readonly onResult?: ((result: ConformanceResult) => void) | undefined;
  /**
   * Function that selects the cases to run, by returning true. Called for every case before the first request.
   *
   * @default every case
   */
  readonly filter?: ((info: ConformanceCaseInfo) => boolean) | undefined;
  /**
   * Whether the run fails if a required case wasn't checked, or a case with a known deviation passed.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Known deviations: the reason for which one is accepted, by the id of its case. They don't fail the run.
   *
   * @default none
   */
  readonly knownDeviations?: Readonly<Record<string, string>> | undefined;
  /**
   * Stops the run when it is aborted. The records of a setup are removed, and the report says that the run was interrupted,
   * with the message of the signal's reason.
   *
   * @default the run isn't stopped
   */
  readonly signal?: AbortSignal | undefined;
}
