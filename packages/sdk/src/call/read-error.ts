import { fieldsOf, parseJson } from "@knowledge-base/internal/json";
import { readRetryAfter } from "@knowledge-base/internal/retry-after";
import { withoutFullStop } from "@knowledge-base/internal/texts";
import { type ErrorBody, errorBodySchema, type Operation, type ValidationIssue } from "@knowledge-base/types";
import { findDifferences, isContractOperation } from "@knowledge-base/types/internal";
import { codeOfStatus } from "../errors/error-table.ts";
import { Failure } from "../errors/failure.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { maxErrorBytes, type ReceivedResponse } from "./received-response.ts";
import { inputNames } from "./write-request.ts";

const maxQuotedMessageLength = 500;

export const proxyAdvice = "check baseUrl and proxies";

/** Reads a response that isn't successful: a redirect, or an error of the service or of something in front of it. */
export function readError({ operation, request, secrets }: PreparedCall, response: ReceivedResponse): Failure {
  const { status, headers } = response;
  if (response.isRedirect) return createRedirectFailure(status, headers);
  // A secret may be a number in JSON, or hidden by escapes in JSON. The text has no more characters than the body has bytes.
  const text = secrets.redact(response.text, maxErrorBytes);
  const value = secrets.redactJson(parseJson(text), maxErrorBytes);
  const body = isErrorBody(value) ? value : undefined;
  const messages = body ? messagesOf(body.body?.message) : findMessages(value);
  const message = withoutFullStop((body?.message ?? messages.join("; ")).slice(0, maxQuotedMessageLength));
  const doubt = status === 404 ? findDoubt(operation, value, body, [message, ...messages]) : undefined;
  const code = doubt ? "api_error" : codeOfStatus(status, operation);
  const advice = adviceFor(status, doubt, request.url);
  return new Failure(code, `${status} ${message || describeBody(response, text)}. ${advice}`.trimEnd(), {
    status,
    body,
    rawBody: body ? undefined : text,
    issues: code === "bad_request" ? messages.map((message) => readIssue(message, inputNames(operation))) : undefined,
    retryAfter: readRetryAfter(status, headers),
  });
}

function createRedirectFailure(status: number, headers: Headers): Failure {
  const location = headers.get("location") ?? undefined;
  const where = location === undefined ? "elsewhere" : `to ${location}`;
  const advice = "If this is the service, set baseUrl to its address.";
  const problem = `the service redirects ${where}, which the client does not follow. ${advice}`;
  return new Failure("redirect", problem, { status, location });
}

function isErrorBody(value: unknown): value is ErrorBody {
  return findDifferences(errorBodySchema, value).every(({ kind }) => kind === "unknown_field");
}

// Finds the messages of an undocumented body: of the service's framework, of a gateway, or of RFC 9457.
function findMessages(value: unknown): string[] {
  const { message, error, detail, title } = fieldsOf(value);
  const candidates = [message, fieldsOf(error)["message"], detail, title, error].map(messagesOf);
  return candidates.find(({ length }) => length > 0) ?? [];
}

function messagesOf(field: unknown): string[] {
  return [field].flat().filter((text): text is string => typeof text === "string" && text !== "");
}

// A line of text that is no HTML, and no beginning of JSON, such as "no healthy upstream".
const gatewayLine = /^[^{["<\p{C}\uFFFD][^\p{C}\uFFFD]{0,199}$/u;

// Describes a body without a message.
function describeBody({ isComplete }: ReceivedResponse, text: string): string {
  if (text === "") return isComplete ? "with an empty body" : "whose body did not arrive";
  const [, title] = /<title>\s*([^<]{1,200}?)\s*<\/title>/i.exec(text) ?? [];
  if (title !== undefined) return `with the HTML page "${title}" (rawBody has it)`;
  const line = text.trim();
  if (isComplete && gatewayLine.test(line) && parseJson(line) === undefined) return withoutFullStop(line);
  return `${isHtml(text) ? "with an HTML page" : "without an error message"} (rawBody has the body)`;
}

export function isHtml(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

// Finds the reason why a 404 may not mean that a record is missing: proxies, and the service's framework for unknown paths, send it too.
function findDoubt(
  operation: Operation,
  value: unknown,
  body: ErrorBody | undefined,
  messages: readonly string[],
): string | undefined {
  if (messages.some((message) => /^Cannot [A-Z]+ \//.test(message)))
    return `The service has no such path: ${proxyAdvice}`;
  if (body) return undefined;
  if (isContractOperation(operation) || value === undefined)
    return `The body is not the documented one: ${proxyAdvice}`;
  // Error bodies of custom operations aren't known.
  const hasMessage = typeof fieldsOf(value)["message"] === "string";
  return hasMessage ? undefined : "A NotFoundError has a string message in its body";
}

function adviceFor(status: number, doubt: string | undefined, url: string): string {
  if (status === 401) return "Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
  if (!doubt) return "";
  return url.includes("/v1/v1/") ? "baseUrl ends in /v1, which the client adds: remove it." : `${doubt}.`;
}

// Messages begin with the field: `notifyBriefs must be a boolean`, `items[0].name should not be empty`.
function readIssue(message: string, fields: readonly string[]): ValidationIssue {
  const [subject = ""] = message.split(" ", 1);
  const keys = subject.split(/[.[\]]/).filter((key) => key !== "");
  const path = fields.includes(keys[0] ?? "") ? keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) : [];
  return { path, message };
}
