import type { CaseStatus } from "./report.ts";

/** A character for each status. */
export const statusSymbols: Readonly<Record<CaseStatus, string>> = {
  passed: "✓",
  failed: "✗",
  differs: "≠",
  notChecked: "○",
  error: "!",
};
