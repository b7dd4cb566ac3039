import type { CaseStatus } from "./report.ts";

/** How printed reports and HTML reports name each status. */
export const caseLabels: Readonly<Record<CaseStatus, string>> = {
  passed: "passed",
  failed: "failed",
  differs: "differs",
  notChecked: "not checked",
  error: "not completed",
};

/** All statuses, in the order in which reports show them. */
export const caseStatuses = Object.keys(caseLabels) as CaseStatus[];

/** Formats the number of cases with a status, such as `2 differ`. */
export function formatCount(status: CaseStatus, count: number): string {
  return `${count} ${status === "differs" && count !== 1 ? "differ" : caseLabels[status]}`;
}
