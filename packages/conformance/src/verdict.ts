import { CaseFailedError } from "./case-failed-error.ts";
import { CaseNotCheckedError } from "./case-not-checked-error.ts";
import { findViolation } from "./find-violation.ts";
import { messageOf } from "./message-of.ts";
import { type ReceivedResponse, ResponseFailedError } from "./received-response.ts";
import type { CaseLevel, CaseStatus } from "./report.ts";

/** Status of a case and its reason. */
export interface Verdict {
  readonly status: CaseStatus;
  readonly message: string;
  /** The reason without what is special about the case. */
  readonly problem?: string;
  /** The response that is the reason, if there is a single one. */
  readonly response?: ReceivedResponse;
}

/**
 * Returns the verdict of a case that rejected. A case about a choice only differs if every response that it got is one that
 * the specification permits.
 */
export function verdictOf(error: unknown, level: CaseLevel, responses: readonly ReceivedResponse[]): Verdict {
  if (error instanceof CaseNotCheckedError) return { status: "notChecked", message: error.message };
  if (!(error instanceof CaseFailedError)) {
    return { status: "error", message: `The case was not completed: ${messageOf(error)}` };
  }
  if (level === "required") return toVerdict("failed", error);
  // The response may be one that an earlier case got, with a request that can be sent only once.
  const seen = error instanceof ResponseFailedError ? [...responses, error.response] : responses;
  const violation = seen.map(findViolation).find((found) => found !== undefined);
  return violation ? toVerdict("failed", violation) : toVerdict("differs", error);
}

function toVerdict(status: CaseStatus, error: CaseFailedError): Verdict {
  const { message, problem } = error;
  return { status, message, problem, ...(error instanceof ResponseFailedError && { response: error.response }) };
}
