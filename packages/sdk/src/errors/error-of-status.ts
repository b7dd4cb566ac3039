import { ApiError } from "./api-error.ts";
import { BadRequestError } from "./bad-request-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import type { FailedAnswer, StatusError } from "./status-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

const classOf: Readonly<Record<number, new (task: string, answer: FailedAnswer) => StatusError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
};

/** Makes the error that belongs to the status of an answer. */
export function errorOfStatus(task: string, answer: FailedAnswer): StatusError {
  const StatusClass = classOf[answer.status] ?? ApiError;
  return new StatusClass(task, answer);
}
