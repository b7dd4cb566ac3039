import type { CaseStatus } from "./report.ts";

/** How reports for people name each status. */
export const caseLabels: Readonly<Record<CaseStatus, string>> = {
  passed: "passed",
  failed: "failed",
  differs: "differs",
  notChecked: "not checked",
  error: "not completed",
};
