import type { Operation, Output } from "@knowledge-base/types";
import { type Parsed, pathParamNames } from "@knowledge-base/types/internal";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { OrganizationStore } from "../records/organization-store.ts";
import type { StateSigner } from "../signed-state.ts";
import type { fail } from "./http-error.ts";

/** Arguments of a handler: no HTTP request, and of the store only the caller's organization. */
export interface OperationContext<Input> {
  /** Path parameters, query parameters and body fields in one object, parsed and valid. */
  readonly input: Input;
  readonly store: OrganizationStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signer: StateSigner;
  /** Base URL to which the request was sent. */
  readonly baseUrl: string;
  /** Functions that reject the request. */
  readonly fail: typeof fail;
}

/** An operation that the server can execute. */
export interface Implementation<AnyOperation extends Operation = Operation> {
  readonly operation: AnyOperation;
  /** The names of its path parameters, in the order of the path. */
  readonly parameters: readonly string[];
  readonly handle: (context: OperationContext<never>) => unknown;
  /** Serializes the output as JSON. */
  readonly write: (output: never) => string;
}

type InputOf<AnyOperation extends Operation> = Parsed<AnyOperation>["params"] &
  Parsed<AnyOperation>["query"] &
  Parsed<AnyOperation>["body"];

/**
 * Implements an operation by a function of its input.
 *
 * @param write - serializes the output as JSON; by default `JSON.stringify`
 */
export function implement<const AnyOperation extends Operation>(
  operation: AnyOperation,
  handle: (context: OperationContext<InputOf<AnyOperation>>) => Output<AnyOperation> | Promise<Output<AnyOperation>>,
  write: (output: Output<AnyOperation>) => string = JSON.stringify,
): Implementation<AnyOperation> {
  return { operation, parameters: pathParamNames(operation.path), handle, write };
}
