import type { CaseNeeds } from "./case-needs.ts";

/**
 * Status of a case:
 *
 * - `passed`: the implementation behaves as the case describes;
 * - `failed`: it violates the specification;
 * - `differs`: it differs from a choice that this project made because the specification leaves it open;
 * - `notChecked`: the target lacks a record, a control or data that the case needs;
 * - `error`: the case could not complete, for example because there was no response.
 */
export type CaseStatus = "passed" | "failed" | "differs" | "notChecked" | "error";

/** Level of a case: `required` if the specification states the behavior, `choice` if it leaves the behavior open. */
export type CaseLevel = "required" | "choice";

/** A case of the suite, without its result. */
export interface ConformanceCaseInfo {
  /** Group and name of the case, such as `promptIndex.get/pinned-first`. */
  readonly id: string;
  /** Title of the group: an operation, or a subject that concerns all of them. */
  readonly group: string;
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Section of the specification that requires the behavior, or that leaves it open. */
  readonly section: string;
  /** Whether the specification states the behavior or leaves it open. */
  readonly level: CaseLevel;
  /** Sentences and table rows of the specification that require the behavior, or that leave it open, word for word. */
  readonly sentences: readonly string[];
  /** Everything that the case needs. */
  readonly needs: CaseNeeds;
}

/** Result of one case. */
export interface ConformanceResult extends ConformanceCaseInfo {
  /** Status of the case. */
  readonly status: CaseStatus;
  /** Observed behavior, or everything that is missing. Empty if the case passed. */
  readonly message: string;
  /** What is missing of {@link ConformanceCaseInfo.needs}, if the case was not run because of that. */
  readonly missing?: CaseNeeds | undefined;
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

/** Returns the number of results with each status. */
export function countByStatus(results: readonly ConformanceResult[]): ConformanceReport["counts"] {
  const count = (status: CaseStatus) => results.filter((result) => result.status === status).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    differs: count("differs"),
    notChecked: count("notChecked"),
    error: count("error"),
  };
}

/** Returns a sentence, without a full stop, that says whether an implementation conforms. */
export function formatConclusion({ passed, failed, differs, error }: ConformanceReport["counts"]): string {
  if (failed > 0) return "Does not conform";
  if (error > 0) return "Not known: some cases could not complete";
  if (passed > 0) return "Conforms, as far as it was checked";
  return differs > 0 ? "Nothing passed" : "Nothing was checked";
}
