import type { Operation, OperationId } from "@knowledge-base/types";
import type { ContractEntry } from "@knowledge-base/types/internal";
import type { AbortError } from "./abort-error.ts";
import type { ApiError } from "./api-error.ts";
import type { ConfigurationError } from "./configuration-error.ts";
import type { ConnectionError } from "./connection-error.ts";
import type { declaredErrors } from "./declared-errors.ts";
import type { InputError } from "./input-error.ts";
import type { RateLimitError } from "./rate-limit-error.ts";
import type { RedirectError } from "./redirect-error.ts";
import type { ResponseError } from "./response-error.ts";
import type { ResponseTooLargeError } from "./response-too-large-error.ts";
import type { ServerError } from "./server-error.ts";
import type { TimeoutError } from "./timeout-error.ts";

type DeclaredErrors = typeof declaredErrors;

/** The class of a declared error status. {@link CommonError} has the classes of those that are not listed. */
type DeclaredError<Status extends number> = Status extends keyof DeclaredErrors
  ? InstanceType<DeclaredErrors[Status]>
  : number extends Status
    ? InstanceType<DeclaredErrors[keyof DeclaredErrors]>
    : never;

/** Errors that a call of any operation may reject with. */
export type CommonError =
  | RateLimitError
  | ServerError
  | ApiError
  | ConnectionError
  | TimeoutError
  | AbortError
  | RedirectError
  | ResponseError
  | ResponseTooLargeError
  | InputError
  | ConfigurationError;

type Entry<Called extends Operation | OperationId> = Called extends OperationId ? ContractEntry<Called> : Called;

type DeclaredBy<Called> = Called extends Operation ? DeclaredError<Called["errors"][number]> : never;

/**
 * Errors that a call of an operation may reject with: those that the operation declares, and {@link CommonError}.
 *
 * @typeParam Called - The operation, or its id in the contract.
 */
export type CallError<Called extends Operation | OperationId = Operation> = DeclaredBy<Entry<Called>> | CommonError;
