import type { Input, OperationId } from "@knowledge-base/types";

type AnyInput = { readonly [Id in OperationId]: Input<Id> }[OperationId];

type NameOf<Fields> = Fields extends unknown ? keyof Fields : never;

type ValueOf<Fields, Name> = Fields extends { readonly [Key in Name & PropertyKey]?: infer Value } ? Value : never;

/** Fields of the input of operations: path parameters, query parameters and body fields. */
export type FaultInput = { readonly [Name in NameOf<AnyInput>]?: ValueOf<AnyInput, Name> | undefined };

/** The requests that match a fault. */
export interface FaultScope {
  /**
   * Operation whose requests match the fault.
   *
   * @default every operation of the contract
   */
  readonly operation?: OperationId | undefined;
  /**
   * Fields that the input of a request must have, such as `{ brainId, slug }`. Requests without a valid key and those whose
   * input is not valid do not match.
   *
   * @default any input, valid or not
   */
  readonly input?: FaultInput | undefined;
  /**
   * Number of matching requests that pass before the fault applies to one, 0 or more. A request to which another fault applies
   * does not count, unless the fault is a latency.
   *
   * @default 0
   */
  readonly skip?: number | undefined;
}

/** The requests that match a fault, and how many of them it applies to. */
export interface FaultTarget extends FaultScope {
  /**
   * Number of requests that the fault applies to, 1 or more. It cannot be combined with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /**
   * Probability that the fault applies to a request, more than 0 and at most 1. The fault stays until it is removed.
   *
   * @default the fault applies to the next `times` requests
   */
  readonly probability?: number | undefined;
}
