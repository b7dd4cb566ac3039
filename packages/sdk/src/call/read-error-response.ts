import { type ErrorBody, errorBodySchema, type Operation } from "@knowledge-base/types";
import { findDrift, type ValidationIssue } from "@knowledge-base/types/internal";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";
import { Problem } from "../errors/problem.ts";
import { inputNames, isOwnOperation } from "./callable-operation.ts";
import type { ReadResponse } from "./read-body.ts";
import type { CallRequest } from "./write-request.ts";

/** Messages of the service that are longer are cut. */
const maxQuotedMessageLength = 500;

const redirectStatuses = [301, 302, 303, 307, 308];

/** Returns whether a response redirects. A browser hides the status of such a response. */
export function isRedirect({ status, type }: Response): boolean {
  return redirectStatuses.includes(status) || type === "opaqueredirect";
}

/** Creates the problem of a response that redirects. */
export function readRedirect({ status, headers }: Response): Problem {
  const location = headers.get("location") ?? undefined;
  const where = location === undefined ? "elsewhere" : `to ${location}`;
  const advice = "If this is the service, set baseUrl to its address.";
  const problem = `the service redirects ${where}, which the client does not follow. ${advice}`;
  return new Problem("redirect", problem, { status, location });
}

/**
 * Creates the problem of a response with an error status. Its code depends on the statuses that the operation declares.
 *
 * @param text - The beginning of its body, without secrets.
 * @param redact - Redacts its messages, in which escapes of JSON may have hidden secrets, before one is cut.
 * @param retryAfter - Delay that the service asks for, in milliseconds.
 */
export function readErrorResponse(
  { operation, url }: CallRequest,
  { response: { status }, isComplete }: ReadResponse,
  text: string,
  redact: (message: string) => string,
  retryAfter: number | undefined,
): Problem {
  const value = parseJson(text);
  const body = isErrorBody(value) ? value : undefined;
  const messages = (body ? findMessages(body.body?.message) : findBodyMessages(value)).map(redact);
  const issues = messages.map((message) => readIssue(message, inputNames(operation)));
  const message = (body ? redact(body.message) : messages.join("; "))
    .slice(0, maxQuotedMessageLength)
    .replace(/\.$/, "");
  const emptyBody = isComplete ? "with an empty body" : "whose body did not arrive";
  const withoutMessage = text === "" ? emptyBody : "without an error message (rawBody has the body)";
  // Proxies, and the service's framework for unknown paths, respond with 404 too. Error bodies of custom operations are not known.
  const hasErrorBody = body !== undefined || (isOwnOperation(operation) && typeof Object(value).message === "string");
  const isOwnJson = isOwnOperation(operation) && value !== undefined;
  const doubt = status === 404 ? findDoubt([message, ...messages], hasErrorBody, isOwnJson) : "";
  const code = doubt ? "api_error" : findCode(status, operation);
  return new Problem(code, `${status} ${message || withoutMessage}.${findAdvice(status, doubt, url)}`, {
    status,
    body,
    rawBody: body ? undefined : text,
    issues: code === "bad_request" ? issues : undefined,
    retryAfter,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return findDrift(errorBodySchema, value).every(({ kind }) => kind === "unknown_field");
}

/** The codes of the error statuses that have one only if the operation declares them. */
const declaredCodes: Readonly<Record<number, KnowledgeBaseErrorCode>> = {
  400: "bad_request",
  401: "unauthorized",
  404: "not_found",
};

function findCode(status: number, { errors }: Operation): KnowledgeBaseErrorCode {
  const { [status]: declared } = declaredCodes;
  if (declared && errors.includes(status)) return declared;
  if (status === 429) return "rate_limit";
  return status >= 500 && status <= 599 ? "server_error" : "api_error";
}

/** Finds the reason why a 404 may not mean that a record is missing; it is empty if there is none. */
function findDoubt(messages: readonly string[], hasErrorBody: boolean, isOwnJson: boolean): string {
  if (messages.some((message) => /^Cannot [A-Z]+ \//.test(message))) return `The service has no such path: ${check}`;
  if (hasErrorBody) return "";
  return isOwnJson
    ? "A NotFoundError has a string message in its body"
    : `The body is not the documented one: ${check}`;
}

const check = "check baseUrl and proxies";

function findAdvice(status: number, doubt: string, url: string): string {
  if (status === 401) return " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
  if (!doubt) return "";
  return url.includes("/v1/v1/") ? " baseUrl ends in /v1, which the client adds: remove it." : ` ${doubt}.`;
}

/** Finds the messages of an undocumented error body: of the service's framework, of a gateway, or of RFC 9457. */
function findBodyMessages(value: unknown): string[] {
  const { message, error, detail, title }: Readonly<Record<string, unknown>> = Object(value);
  const { message: nested }: Readonly<Record<string, unknown>> = Object(error);
  const candidates = [message, nested, detail, title, error].map(findMessages);
  return candidates.find(({ length }) => length > 0) ?? [];
}

function findMessages(value: unknown): string[] {
  return [value].flat().filter((text): text is string => typeof text === "string" && text !== "");
}

/** Messages begin with the field: `notifyBriefs must be a boolean`, `items[0].name should not be empty`. */
function readIssue(message: string, fields: readonly string[]): ValidationIssue {
  const [subject = ""] = message.split(" ", 1);
  const keys = subject.split(/[.[\]]/).filter((key) => key !== "");
  const path = fields.includes(keys[0] ?? "") ? keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) : [];
  return { path, message };
}
