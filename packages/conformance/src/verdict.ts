import { CaseFailedError } from "./case-failed-error.ts";
import { CaseNotCheckedError } from "./case-not-checked-error.ts";
import { findViolation } from "./find-violation.ts";
import type { ReceivedResponse } from "./received-response.ts";
import type { CaseLevel, ConformanceResult } from "./report.ts";

/** Status of a case and its reason. */
export type Verdict = Pick<ConformanceResult, "status" | "message">;

/**
 * Returns the verdict of a case that rejected. A case about a choice only differs if every response that it got is one that
 * the specification permits.
 */
export function verdictOf(error: unknown, level: CaseLevel, responses: readonly ReceivedResponse[]): Verdict {
  if (error instanceof CaseNotCheckedError) return { status: "notChecked", message: error.message };
  if (!(error instanceof CaseFailedError)) {
    return { status: "error", message: `The case could not complete: ${describe(error)}` };
  }
  if (level === "required") return { status: "failed", message: error.message };
  const seen = error.response && !responses.includes(error.response) ? [...responses, error.response] : responses;
  const violation = seen.map(findViolation).find((found) => found !== undefined);
  return violation ? { status: "failed", message: violation.message } : { status: "differs", message: error.message };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
