import type { Attempt } from "../call/attempt.ts";
import { AbortError } from "./abort-error.ts";
import type { AnyKnowledgeBaseError } from "./any-knowledge-base-error.ts";
import { ApiError } from "./api-error.ts";
import { BadRequestError } from "./bad-request-error.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { ConnectionError } from "./connection-error.ts";
import { InputError } from "./input-error.ts";
import type { ErrorInit, KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { OAuthCallbackError } from "./oauth-callback-error.ts";
import { RateLimitError } from "./rate-limit-error.ts";
import { RedirectError } from "./redirect-error.ts";
import { ResponseError } from "./response-error.ts";
import { ResponseTooLargeError } from "./response-too-large-error.ts";
import { ServerError } from "./server-error.ts";
import { TimeoutError } from "./timeout-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

type ErrorClass = new (fields: never) => AnyKnowledgeBaseError;

const classes: Readonly<Record<KnowledgeBaseErrorCode, ErrorClass>> = {
  bad_request: BadRequestError,
  unauthorized: UnauthorizedError,
  not_found: NotFoundError,
  rate_limit: RateLimitError,
  server_error: ServerError,
  api_error: ApiError,
  connection: ConnectionError,
  timeout: TimeoutError,
  aborted: AbortError,
  redirect: RedirectError,
  response: ResponseError,
  response_too_large: ResponseTooLargeError,
  input: InputError,
  configuration: ConfigurationError,
  oauth_callback: OAuthCallbackError,
};

/** Types of the fields that errors have besides code, message, lists and cause. */
const fieldTypes: Readonly<Record<string, string>> = {
  operation: "string",
  method: "string",
  url: "string",
  stopReason: "string",
  headers: "object",
  requestId: "string",
  status: "number",
  body: "object",
  rawBody: "string",
  retryAfter: "number",
  location: "string",
  problem: "string",
};

/** Fields that every error of their classes has. */
const requiredFields = ["status", "limit", "problem"];

type JsonFields = Readonly<Record<string, unknown>>;

/**
 * Converts the output of {@link KnowledgeBaseError.toJSON} back into an error of the same class, for example after it was received
 * from a worker, a server action or a queue. The stack is that of this call, and the cause has only a name, a message and a code.
 *
 * @param json - Output of `toJSON()`, or its parsed JSON.
 * @returns The error, or undefined if the value does not describe one.
 *
 * @example
 * ```ts
 * import { NotFoundError, reviveError } from "@knowledge-base/sdk";
 *
 * const text = JSON.stringify(new NotFoundError({ message: "There is no such page.", status: 404 }));
 * const error = reviveError(JSON.parse(text));
 * console.log(error?.code === "not_found" && error.status); // 404
 * ```
 */
export function reviveError(json: unknown): AnyKnowledgeBaseError | undefined {
  if (!isObject(json)) return undefined;
  const { code, message, attempts = [], issues = [], cause } = json;
  if (typeof code !== "string" || !Object.hasOwn(classes, code) || typeof message !== "string") return undefined;
  if (!isListOfObjects(attempts) || !isListOfObjects(issues)) return undefined;
  const types = { ...fieldTypes, limit: code === "timeout" ? "string" : "number" };
  if (!Object.entries(types).every(([name, type]) => hasType(json[name], type))) return undefined;
  const fields: ErrorInit = {
    ...json,
    message,
    attempts: attempts as readonly Attempt[],
    ...(cause !== undefined && { cause: isObject(cause) ? reviveCause(cause) : cause }),
  };
  const error = new classes[code as KnowledgeBaseErrorCode](fields as never);
  return requiredFields.some((name) => name in error && json[name] === undefined) ? undefined : error;
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isObject);
}

function hasType(value: unknown, type: string): boolean {
  return value === undefined || (typeof value === type && value !== null && !Array.isArray(value));
}

function isObject(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null;
}

function reviveCause({ name, message, code }: JsonFields): Error {
  const cause = new Error(typeof message === "string" ? message : "");
  if (typeof name === "string") cause.name = name;
  return typeof code === "string" ? Object.assign(cause, { code }) : cause;
}
