import { type ErrorBody, errorBodySchema, type Operation } from "@knowledge-base/types";
import {
  type ErrorStatus,
  findDrift,
  type Redact,
  redactionPlaceholder,
  redactJson,
} from "@knowledge-base/types/internal";
import { ApiError } from "../errors/api-error.ts";
import type { BadRequestErrorInit, BadRequestIssue } from "../errors/bad-request-error.ts";
import { declaredErrors } from "../errors/declared-errors.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import { maxRawBodyLength } from "../errors/max-raw-body-length.ts";
import { RateLimitError } from "../errors/rate-limit-error.ts";
import { RedirectError } from "../errors/redirect-error.ts";
import { ServerError } from "../errors/server-error.ts";
import { maxIssues } from "../errors/shown-issues.ts";
import type { StatusError } from "../errors/status-error.ts";
import { readBaseUrl } from "../options/base-url.ts";
import { inputNames, parsingKey } from "./callable-operation.ts";
import type { CallRequest } from "./create-call-request.ts";
import { parseJson } from "./parse-json.ts";

/** Messages of the service that are longer are cut; `body` has the complete one. */
const maxQuotedMessageLength = 500;

const redirectStatuses = [301, 302, 303, 307, 308];

/** Returns whether a response redirects. A browser hides the status of such a response. */
export function isRedirect({ status, type }: Response): boolean {
  return redirectStatuses.includes(status) || type === "opaqueredirect";
}

/** Creates the error of a response that redirects. */
export function createRedirectError(response: Response, { url, target }: CallRequest, redact: Redact): DeferredError {
  const { status, headers } = response;
  const found = headers.get("location");
  const location = found === null ? undefined : redact(found);
  const baseUrl = found === null ? undefined : findBaseUrl(found, url, target);
  const advice = baseUrl === undefined ? "" : ` If this is the service, set baseUrl to ${redact(baseUrl)}.`;
  const problem = `the service redirects ${location === undefined ? "elsewhere" : `to ${location}`}, which the client does not follow.`;
  return new DeferredError(problem + advice, RedirectError, { status, location });
}

/** Finds the base URL that leads to the target of a redirect, if that ends like the request, and a client may use the base URL. */
function findBaseUrl(location: string, url: string, target: string): string | undefined {
  try {
    const { href } = new URL(location, url);
    return href.endsWith(target) && href !== url ? readBaseUrl(href.slice(0, -target.length), false) : undefined;
  } catch {
    return undefined;
  }
}

/** The response of a call that failed. */
export interface ErrorResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether it arrived completely and in time. */
  readonly hasArrived: boolean;
  /** Whether the body is longer. */
  readonly isCut: boolean;
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
}

/** Creates the error of a response with an error status. Its class depends on the statuses that the operation declares. */
export function readErrorResponse(
  { operation, url }: CallRequest,
  { status, text, hasArrived, isCut, retryAfter }: ErrorResponse,
  redact: Redact,
): DeferredError {
  const { value } = parseJson(text);
  const body = isErrorBody(value) ? redactJson(value, redact) : undefined;
  const rawBody = body ? undefined : showBeginning(text, isCut, redact);
  const messages = body ? findMessages(body.body?.message) : findBodyMessages(value).map(redact);
  const fields = inputNames(operation);
  const issues = messages.slice(0, maxIssues).map((message) => ({ field: findField(message, fields), message }));
  const message = (body?.message ?? messages.join("; ")).slice(0, maxQuotedMessageLength).replace(/\.$/, "");
  const emptyBody = hasArrived ? "with an empty body" : "whose body did not arrive";
  const withoutMessage = rawBody ? "without an error message (rawBody has the body)" : emptyBody;
  // Proxies, and the service's framework for unknown paths, respond with 404 too. Error bodies of custom operations are not known.
  const hasErrorBody = body ?? (operation[parsingKey] && typeof Object(value).message === "string");
  const doubt = status === 404 ? findDoubt([message, ...messages], hasErrorBody) : "";
  const errorClass = doubt ? ApiError : findErrorClass(status, operation);
  return new DeferredError(`${status} ${message || withoutMessage}.${findAdvice(status, doubt, url)}`, errorClass, {
    status,
    body,
    rawBody,
    issues,
    retryAfter,
  });
}

function isErrorBody(value: unknown): value is ErrorBody {
  return findDrift(errorBodySchema, value).every(({ kind }) => kind === "unknown_field");
}

function findErrorClass(status: number, { errors }: Operation): new (fields: BadRequestErrorInit) => StatusError {
  if (Object.hasOwn(declaredErrors, status) && errors.includes(status)) return declaredErrors[status as ErrorStatus];
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : ApiError;
}

/** Finds the reason why a 404 may not mean that a record is missing; it is empty if there is none. */
function findDoubt(messages: readonly string[], hasErrorBody: unknown): string {
  if (messages.some((message) => /^Cannot [A-Z]+ \//.test(message))) return "The service has no such path";
  return hasErrorBody ? "" : "The body is not the documented one";
}

function findAdvice(status: number, doubt: string, url: string): string {
  if (status === 401) return " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
  if (!doubt) return "";
  return url.includes("/v1/v1/")
    ? " baseUrl ends in /v1, which the client adds: remove it."
    : ` ${doubt}: check baseUrl and proxies.`;
}

/** Length of the beginning of a secret that is not found, if every character of it is escaped. */
const maxCutSecretLength = 2000;

/** Redacts a text, which may have been cut in the middle of a secret, and shows its beginning. */
function showBeginning(text: string, isCut: boolean, redact: Redact): string {
  const shown = redact(text);
  // The cut is in sight if redacted secrets are shorter.
  if (!isCut || shown.length >= maxRawBodyLength) return shown.slice(0, maxRawBodyLength);
  const afterRedacted = shown.lastIndexOf(redactionPlaceholder) + redactionPlaceholder.length;
  return shown.slice(0, Math.max(afterRedacted, shown.length - maxCutSecretLength));
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
function findField(message: string, fields: readonly string[]): BadRequestIssue["field"] {
  const [subject = ""] = message.split(" ", 1);
  const [root = ""] = subject.split(/[.[]/, 1);
  return fields.includes(root) ? subject : undefined;
}
