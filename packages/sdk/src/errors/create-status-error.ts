import type { ErrorStatus, Operation } from "@knowledge-base/types";
import { ApiError } from "./api-error.ts";
import { BadRequestError } from "./bad-request-error.ts";
import type { ErrorContext } from "./knowledge-base-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { RateLimitError } from "./rate-limit-error.ts";
import { ServerError } from "./server-error.ts";
import type { ErrorResponse, StatusError } from "./status-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

/** The class of each error status that has one only if the operation declares it. */
export const declaredErrors = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
} as const satisfies Record<ErrorStatus, unknown>;

/** Creates the error of a response with an error status. Its class depends on the statuses that the operation declares. */
export function createStatusError(operation: Operation, response: ErrorResponse, context: ErrorContext): StatusError {
  const { status } = response;
  if (isDeclared(status, operation)) return new declaredErrors[status](response, context);
  if (status === 429) return new RateLimitError(response, context);
  return status >= 500 ? new ServerError(response, context) : new ApiError(response, context);
}

function isDeclared(status: number, { errors }: Operation): status is ErrorStatus {
  return Object.hasOwn(declaredErrors, status) && errors.includes(status);
}
