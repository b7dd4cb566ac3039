import type { ContractEntry, OperationId } from "@knowledge-base/types";
import type { Service } from "./service.ts";

/** Checks one behavior of an implementation. */
export interface ConformanceCase {
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Section of the specification that requires the behavior, or that leaves it open. */
  readonly section: string;
  /** Set if the specification leaves the behavior open and it is a choice of this project. */
  readonly isChoice?: true;
  /** Rejects with a `CaseFailedError` or a `CaseNotCheckedError`. */
  readonly run: (service: Service) => Promise<void>;
}

/** Cases about one subject, by name. */
export interface ConformanceGroup {
  readonly title: string;
  /** The cases, in the order in which they run. */
  readonly cases: Readonly<Record<string, ConformanceCase>>;
}

/** Cases of an operation: one for success, one for each error that the contract declares, and its other rules. */
export interface OperationSpec<Id extends OperationId> {
  readonly id: Id;
  readonly success: ConformanceCase;
  readonly errors: { readonly [Status in ContractEntry<Id>["errors"][number]]: ConformanceCase };
  /** Cases by name. They run between the errors and the success, which may remove a record. */
  readonly rules: Readonly<Record<string, ConformanceCase>>;
}
