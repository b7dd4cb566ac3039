import type { Operation, OperationId } from "@knowledge-base/types";
import type { ErrorStatus, OperationOf } from "@knowledge-base/types/internal";
import * as call from "./call-errors.ts";
import type { KnowledgeBaseError, KnowledgeBaseErrorCode, StopReason } from "./knowledge-base-error.ts";
import { OAuthCallbackError } from "./oauth-callback-error.ts";
import * as status from "./status-errors.ts";

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
  | DeclaredError<OperationOf<Called>["errors"][number]>
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

type ErrorOf<Code> = Extract<AnyKnowledgeBaseError, { readonly code: Code }>;

export const errorClasses = {
  bad_request: status.BadRequestError,
  unauthorized: status.UnauthorizedError,
  forbidden: status.ForbiddenError,
  not_found: status.NotFoundError,
  rate_limit: status.RateLimitError,
  server_error: status.ServerError,
  api_error: status.ApiError,
  connection: call.ConnectionError,
  timeout: call.TimeoutError,
  aborted: call.AbortError,
  redirect: call.RedirectError,
  response: call.ResponseError,
  input: call.InputError,
  configuration: call.ConfigurationError,
  oauth_callback: OAuthCallbackError,
} as const satisfies { [Code in KnowledgeBaseErrorCode]: abstract new (...args: never) => ErrorOf<Code> };

type ClassField<AnyError> = AnyError extends unknown ? Exclude<keyof AnyError, keyof KnowledgeBaseError> : never;

/** Fields that only some of the classes have. The compiler reports one that is missing here. */
export const classFields: Readonly<Record<ClassField<AnyKnowledgeBaseError>, true>> = {
  status: true,
  body: true,
  rawBody: true,
  retryAfter: true,
  issues: true,
  location: true,
  limit: true,
  networkCode: true,
  problem: true,
};

// Codes of statuses that the operation declares.
const declaredCodes: { readonly [Status in ErrorStatus]: DeclaredErrors[Status]["code"] } = {
  400: "bad_request",
  401: "unauthorized",
  404: "not_found",
};

/** What the failure of an attempt means for the next one. */
export interface RetryRule {
  /** Whether another attempt may succeed: `if_asked`, only if the function `shouldRetry` asks for it. */
  readonly retry: "yes" | "if_asked" | "never";
  /** Whether the service certainly hasn't acted on the request. */
  readonly hadNoEffect?: boolean | undefined;
  /** Reason why there is no further attempt, if the failure itself is the reason. */
  readonly stopReason?: StopReason | undefined;
}

interface StatusRule extends RetryRule {
  // The code if the status isn't one of `declaredCodes`, or the operation doesn't declare it.
  readonly code: KnowledgeBaseErrorCode;
}

const statusRules: Readonly<Record<number, StatusRule>> = {
  403: { code: "forbidden", retry: "if_asked" },
  408: { code: "api_error", retry: "yes" },
  425: { code: "api_error", retry: "yes", hadNoEffect: true },
  429: { code: "rate_limit", retry: "yes", hadNoEffect: true },
};

const serverErrorRule: StatusRule = { code: "server_error", retry: "yes" };
const otherRule: StatusRule = { code: "api_error", retry: "if_asked" };

function findStatusRule(status: number): StatusRule {
  return status >= 500 && status <= 599 ? serverErrorRule : (statusRules[status] ?? otherRule);
}

export function codeOfStatus(status: number, { errors }: Operation): KnowledgeBaseErrorCode {
  const codes: Readonly<Record<number, KnowledgeBaseErrorCode>> = declaredCodes;
  return (errors.includes(status) ? codes[status] : undefined) ?? findStatusRule(status).code;
}

/** Returns the rule for a failure of which only the code and the status are known, such as an error that a middleware has thrown. */
export function findRetryRule(code: KnowledgeBaseErrorCode | "api_key", status: number | undefined): RetryRule {
  if (code === "aborted") return { retry: "never", stopReason: "aborted" };
  if (code === "connection" || code === "timeout") return { retry: "yes" };
  // A later call of the function `apiKey` may succeed.
  if (code === "api_key") return { retry: "yes", hadNoEffect: true };
  // The service has executed the request of an invalid response.
  if (code === "response" || status === undefined) return { retry: "never" };
  const { retry, hadNoEffect } = findStatusRule(status);
  return { retry, hadNoEffect };
}
