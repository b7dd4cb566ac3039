import type { Operation, OperationId } from "@knowledge-base/types";
import type { ContractEntry } from "@knowledge-base/types/internal";
import type * as call from "./call-errors.ts";
import type { OAuthCallbackError } from "./oauth-callback-error.ts";
import type * as status from "./status-errors.ts";

// The classes of the error statuses that have one only if the operation declares them.
interface DeclaredErrors {
  readonly 400: status.BadRequestError;
  readonly 401: status.UnauthorizedError;
  readonly 404: status.NotFoundError;
}

type DeclaredError<Status extends number> = number extends Status
  ? DeclaredErrors[keyof DeclaredErrors]
  : DeclaredErrors[Extract<Status, keyof DeclaredErrors>];

/**
 * Errors that a call of an operation may reject with: for the statuses that the operation declares, and of any call.
 *
 * @typeParam Called - the operation, or its id in the contract
 */
export type CallError<Called extends Operation | OperationId = Operation> =
  | DeclaredError<ContractEntry<Called>["errors"][number]>
  | status.ForbiddenError
  | status.RateLimitError
  | status.ServerError
  | status.ApiError
  | call.ConnectionError
  | call.TimeoutError
  | call.AbortError
  | call.RedirectError
  | call.ResponseError
  | call.InputError
  | call.ConfigurationError;

/** Any error of the package. Comparing the `code` narrows the union to one class. */
export type AnyKnowledgeBaseError = CallError | OAuthCallbackError;
