import type { CaseNeeds } from "./case-needs.ts";
import type { CommonCause } from "./common-cause.ts";
import type { Conclusion } from "./conclusion.ts";
import type { Exchange } from "./exchange.ts";
import type { MissingNeed } from "./missing-need.ts";

/**
 * Status of a case:
 *
 * - `passed`: the implementation behaves as the case describes;
 * - `failed`: it violates the specification;
 * - `differs`: it differs from a choice that this project made because the specification leaves it open;
 * - `notChecked`: the target lacks a record, a control or data that the case needs;
 * - `error`: the case was not completed, for example because there was no response.
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
  /** Observed behavior without the request and the body of the response: the same for all cases with the same cause. */
  readonly problem?: string | undefined;
  /** What is missing of {@link ConformanceCaseInfo.needs}, if the case was not run because of that. */
  readonly missing?: CaseNeeds | undefined;
  /** Request and response that the message is about, or the last ones of the case, at most three. Only if it did not pass. */
  readonly exchanges?: readonly Exchange[] | undefined;
  /** Reason for which a deviation is accepted. The case has the expected status, or has passed unexpectedly. */
  readonly knownDeviation?: string | undefined;
}

/** Why a run ended before its last case. */
export interface Interruption {
  /** Id of the case that was running. */
  readonly caseId: string;
  /** The reason. */
  readonly reason: string;
}

/** Report of a run of the suite. */
export interface ConformanceReport {
  /** Base URL of the implementation. An API key in it is redacted. */
  readonly baseUrl: string;
  /** Whether requests could change records. */
  readonly write: boolean;
  /** Conclusion of the run. */
  readonly conclusion: Conclusion;
  /** Whether at least one case passed, none failed, including known deviations, and every case was completed. */
  readonly conforms: boolean;
  /** Whether the conclusion is `conforms` or `conformsExceptKnown`. */
  readonly succeeded: boolean;
  /** Number of cases with each status. */
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Set if the run ended early. The cases after it were not checked. */
  readonly interruption?: Interruption | undefined;
  /** Problems that several cases failed because of, those with most cases first. */
  readonly commonCauses: readonly CommonCause[];
  /** What was missing: first what would enable most cases. */
  readonly missingNeeds: readonly MissingNeed[];
  /** Why the records of the setup could not be removed. Undefined if they were removed, or there were none. */
  readonly removalProblem?: string | undefined;
  /** Every selected case, in order. */
  readonly results: readonly ConformanceResult[];
}
