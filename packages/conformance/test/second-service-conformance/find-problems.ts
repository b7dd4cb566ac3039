import type { ConformanceReport } from "@knowledge-base/conformance";

/** Returns the cases that a valid service must not have: those that failed or were not completed. */
export function findProblems({ results }: ConformanceReport): string[] {
  return results
    .filter(({ status }) => status === "failed" || status === "error")
    .map(({ id, message }) => `${id}: ${message}`);
}
