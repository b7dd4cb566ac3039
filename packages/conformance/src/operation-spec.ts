import type { ContractEntry, OperationId } from "@knowledge-base/types";
import type { Service } from "./service.ts";

/** One thing that an implementation must do. */
export interface ConformanceCase {
  /** The behaviour, in the present tense. */
  readonly title: string;
  /** Rejects where the behaviour is another one. */
  readonly run: (service: Service) => Promise<void>;
}

/** What an operation must do: a case for success, and one for every error that the contract declares. */
export interface OperationSpec<Id extends OperationId> {
  readonly id: Id;
  readonly success: ConformanceCase;
  readonly errors: { readonly [Status in ContractEntry<Id>["errors"][number]]: ConformanceCase };
}
