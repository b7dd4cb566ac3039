import type { ErrorStatus, Operation } from "@knowledge-base/types";
import { ApiError } from "./api-error.ts";
import { BadRequestError } from "./bad-request-error.ts";
import type { ErrorContext } from "./knowledge-base-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { RateLimitError } from "./rate-limit-error.ts";
import { ServerError } from "./server-error.ts";
import type { FailedAnswer, StatusError } from "./status-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

/** The class of each status that the specification describes. */
export const declaredErrors = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
} as const satisfies Record<ErrorStatus, unknown>;

/** Makes the error that belongs to a status: that of the specification where the operation declares the status. */
export function errorOfStatus(operation: Operation, answer: FailedAnswer, context: ErrorContext): StatusError {
  const { status } = answer;
  if (isDeclared(status, operation)) return new declaredErrors[status](answer, context);
  if (status === 429) return new RateLimitError(answer, context);
  return status >= 500 ? new ServerError(answer, context) : new ApiError(answer, context);
}

function isDeclared(status: number, { errors }: Operation): status is ErrorStatus {
  return (errors as readonly number[]).includes(status);
}
