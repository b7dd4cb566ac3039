import { type ErrorBody, errorBodySchema, validate } from "@knowledge-base/types";
import { type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import type { BadRequestIssue } from "../errors/bad-request-error.ts";
import { createStatusError } from "../errors/create-status-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import { maxIssues } from "../errors/max-issues.ts";
import { RedirectError } from "../errors/redirect-error.ts";
import type { CallRequest } from "./create-call-request.ts";
import { getOperationMetadata } from "./operation-metadata.ts";
import { parseJson } from "./parse-json.ts";

/** Maximum number of characters of a body that an error holds as text. */
export const maxRawBodyLength = 4096;

const redirectStatuses = [301, 302, 303, 307, 308];

/** Returns whether a response redirects. A browser hides the status of such a response. */
export function isRedirect({ status, type }: Response): boolean {
  return redirectStatuses.includes(status) || type === "opaqueredirect";
}

/** Creates the error of a response that redirects. */
export function createRedirectError(response: Response, { url, target }: CallRequest, redact: Redact): DeferredError {
  const { status, headers } = response;
  const location = headers.get("location");
  if (location === null) {
    const problem = "the service redirects elsewhere, which the client does not follow.";
    return new DeferredError(problem, RedirectError, { status });
  }
  const shownLocation = redact(location);
  const movedBaseUrl = findBaseUrl(location, url, target);
  const advice = movedBaseUrl === undefined ? "" : ` If that is the service, make ${redact(movedBaseUrl)} the baseUrl.`;
  const problem = `the service redirects to ${shownLocation}, which the client does not follow.${advice}`;
  return new DeferredError(problem, RedirectError, { status, location: shownLocation });
}

/** Finds the base URL that leads to the target of a redirect, if it has the path and the query of the request. */
function findBaseUrl(location: string, url: string, target: string): string | undefined {
  if (!URL.canParse(location, url)) return undefined;
  const { href } = new URL(location, url);
  return href.endsWith(target) ? href.slice(0, -target.length) : undefined;
}

/** The response of a call that failed. */
export interface ErrorResponseText {
  readonly response: Response;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether the body is longer. */
  readonly isCut: boolean;
  readonly retryAfter: number | undefined;
}

/** Creates the error of a response with an error status. */
export function readErrorResponse(
  { operation, url }: CallRequest,
  { response: { status }, text, isCut, retryAfter }: ErrorResponseText,
  redact: Redact,
): DeferredError {
  const { value } = parseJson(text);
  const body = validate(errorBodySchema, value).ok ? redactJson(value as ErrorBody, redact) : undefined;
  const rawBody = body ? undefined : showBeginning(text, isCut, redact);
  const found = findMessages(body?.body?.message);
  const messages = body ? found : findBodyMessages(value).map(redact);
  const { fields } = getOperationMetadata(operation);
  const issues = messages.slice(0, maxIssues).map((message) => ({ field: findField(message, fields), message }));
  const message = body?.message ?? messages.join("; ");
  return createStatusError(operation, { status, body, rawBody, message, issues, retryAfter }, url);
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
