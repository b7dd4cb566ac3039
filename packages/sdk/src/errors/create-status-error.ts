import type { ErrorBody, ErrorStatus, Operation } from "@knowledge-base/types";
import { ApiError } from "./api-error.ts";
import { BadRequestError, type BadRequestErrorFields, type BadRequestIssue } from "./bad-request-error.ts";
import { DeferredError } from "./deferred-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { RateLimitError } from "./rate-limit-error.ts";
import { ServerError } from "./server-error.ts";
import type { StatusError } from "./status-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

/** The class of each error status that has one only if the operation declares it. */
export const declaredErrors = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
} as const satisfies Record<ErrorStatus, unknown>;

/** A response with an error status. */
export interface ErrorResponse {
  readonly status: number;
  /** The documented error body, if the response has one. */
  readonly body: ErrorBody | undefined;
  /** The beginning of the body, if it is not the documented one. */
  readonly rawBody: string | undefined;
  /** The message of the body, whatever its form; empty if it has none. */
  readonly message: string;
  readonly issues: readonly BadRequestIssue[];
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
}

/** Messages of the service that are longer are cut; `body` has the complete one. */
const maxMessageLength = 500;

/**
 * Creates the error of a response with an error status. Its class depends on the statuses that the operation declares.
 *
 * @param url - URL of the request, without secrets.
 */
export function createStatusError(operation: Operation, response: ErrorResponse, url: string): DeferredError {
  const { status, message, rawBody } = response;
  const isForeign = status === 404 && !isServiceResponse(response);
  const text =
    message.slice(0, maxMessageLength).replace(/\.$/, "") ||
    (rawBody ? "without an error message (rawBody has the body)" : "with an empty body");
  const problem = `${status} ${text}.${findAdvice(status, isForeign, url)}`;
  return new DeferredError(problem, isForeign ? ApiError : findErrorClass(status, operation), response);
}

/** Returns whether a 404 states that a record does not exist: proxies, and the service's framework for unknown paths, respond with 404 too. */
function isServiceResponse({ body }: ErrorResponse): boolean {
  return body !== undefined && !/^Cannot [A-Z]+ \//.test(body.message);
}

function findAdvice(status: number, isForeign: boolean, url: string): string {
  if (status === 401) return " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
  if (!isForeign) return "";
  return url.includes("/v1/v1/")
    ? " baseUrl ends in /v1, which the client adds: remove it."
    : " This is not an error of the service: check baseUrl, and proxies between.";
}

function findErrorClass(status: number, operation: Operation): new (fields: BadRequestErrorFields) => StatusError {
  if (isDeclared(status, operation)) return declaredErrors[status];
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : ApiError;
}

function isDeclared(status: number, { errors }: Operation): status is ErrorStatus {
  return Object.hasOwn(declaredErrors, status) && errors.includes(status);
}
