import type { OperationId } from "@knowledge-base/types";
import type { ContractEntry } from "@knowledge-base/types/internal";
import type { CaseNeeds } from "./case-needs.ts";
import type { CaseLevel } from "./report.ts";
import type { Service } from "./service.ts";
import type { SentenceId } from "./specification/sentences.ts";

/** Checks one behavior of an implementation. */
export interface ConformanceCase {
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Sentences of the specification that require the behavior, or that leave it open. */
  readonly sentences: readonly [SentenceId, ...SentenceId[]];
  /** Whether the specification states the behavior or leaves it open. */
  readonly level: CaseLevel;
  /**
   * Everything that the case needs. It is not run if one of them is missing, and it can use nothing else.
   *
   * @default nothing
   */
  readonly needs?: CaseNeeds;
  /**
   * Rejects with a `CaseFailedError` if the implementation behaves differently, and with a `CaseNotCheckedError` if its data
   * does not make the case meaningful. Anything else that it rejects with is an error of the case.
   */
  readonly run: (service: Service) => Promise<void>;
}

/** Cases by name, in the order in which they run. */
export type ConformanceCases = Readonly<Record<string, ConformanceCase>>;

/** Cases about one subject. */
export interface ConformanceGroup {
  readonly title: string;
  readonly cases: ConformanceCases;
}

/** Cases of an operation: one for success, one for each error that the contract declares, and its other rules. */
export interface OperationSpec<Id extends OperationId> {
  readonly id: Id;
  readonly success: ConformanceCase;
  readonly errors: { readonly [Status in ContractEntry<Id>["errors"][number]]: ConformanceCase };
  /** They run between the errors and the success, which may remove a record. */
  readonly rules: ConformanceCases;
}
