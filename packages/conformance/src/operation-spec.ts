import type { ContractEntry, OperationId } from "@knowledge-base/types";
import type { ConformanceCase } from "./conformance-case.ts";

/** What an operation does: a case for success, one for every error that the contract declares, and its other rules. */
export interface OperationSpec<Id extends OperationId> {
  readonly id: Id;
  readonly success: ConformanceCase;
  readonly errors: { readonly [Status in ContractEntry<Id>["errors"][number]]: ConformanceCase };
  /** Cases by name. They run between the errors and the success, which may end a record. */
  readonly rules: Readonly<Record<string, ConformanceCase>>;
}
