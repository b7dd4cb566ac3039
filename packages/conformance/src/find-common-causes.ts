import type { CommonCause } from "./common-cause.ts";
import type { ConformanceResult } from "./report.ts";

/** Returns the problems that more than one case failed because of, those with most cases first. */
export function findCommonCauses(results: readonly ConformanceResult[]): CommonCause[] {
  const failed = results.filter(isUnexpectedFailure);
  return Array.from(Map.groupBy(failed, ({ problem = "" }) => problem))
    .filter(([, { length }]) => length > 1)
    .map(([problem, cases]) => ({ problem, cases: cases.map(({ id }) => id) }))
    .toSorted((left, right) => right.cases.length - left.cases.length);
}

function isUnexpectedFailure({ status, problem, knownDeviation }: ConformanceResult): boolean {
  return status === "failed" && problem !== undefined && knownDeviation === undefined;
}
