import type { CaseStatus, ConformanceResult } from "./report.ts";

/** Returns the number of results with each status. */
export function countByStatus(results: readonly ConformanceResult[]): Readonly<Record<CaseStatus, number>> {
  const count = (status: CaseStatus) => results.filter((result) => result.status === status).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    differs: count("differs"),
    notChecked: count("notChecked"),
    error: count("error"),
  };
}
