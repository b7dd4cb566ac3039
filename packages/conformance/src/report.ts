/**
 * Status of a case:
 *
 * - `passed`: the implementation behaves as the case describes;
 * - `failed`: it violates the specification;
 * - `differs`: it differs from a choice that this project made because the specification leaves it open;
 * - `notChecked`: the target lacks something that the case needs.
 */
export type CaseStatus = "passed" | "failed" | "differs" | "notChecked";

/** Result of one case. */
export interface ConformanceResult {
  /** Group and name of the case, such as `promptIndex.get/pinned-first`. */
  readonly id: string;
  /** Title of the group: an operation, or a subject that concerns all of them. */
  readonly group: string;
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Section of the specification that requires the behavior, or that leaves it open. */
  readonly section: string;
  /** Whether the specification leaves the behavior open, so that it is a choice of this project. */
  readonly isChoice: boolean;
  /** Status of the case. */
  readonly status: CaseStatus;
  /** Observed behavior, or the record or control that is missing. Empty if the case passed. */
  readonly message: string;
}

/** Report of a run of the suite. */
export interface ConformanceReport {
  /** Base URL of the implementation. An API key in it is redacted. */
  readonly baseUrl: string;
  /** Whether requests could change records. */
  readonly write: boolean;
  /** Whether at least one case passed and none failed. */
  readonly conforms: boolean;
  /** Number of cases with each status. */
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Every case that ran, in order. */
  readonly results: readonly ConformanceResult[];
}

/** A case of the suite, without its result. */
export type ConformanceCaseInfo = Omit<ConformanceResult, "status" | "message">;

/** Returns the number of results with each status. */
export function countByStatus(results: readonly ConformanceResult[]): ConformanceReport["counts"] {
  const count = (status: CaseStatus) => results.filter((result) => result.status === status).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    differs: count("differs"),
    notChecked: count("notChecked"),
  };
}

/** Returns a sentence, without a full stop, that says whether an implementation conforms. */
export function formatConclusion({ passed, failed, differs }: ConformanceReport["counts"]): string {
  if (failed > 0) return "Does not conform";
  if (passed > 0) return "Conforms, as far as it was checked";
  return differs > 0 ? "Nothing passed" : "Nothing was checked";
}
