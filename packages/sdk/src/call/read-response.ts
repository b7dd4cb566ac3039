import { fieldsOf, formatProblems, parseJson, readRetryAfter, withoutFullStop } from "@knowledge-base/internal";
import {
  type ErrorBody,
  errorBodySchema,
  type Operation,
  type SchemaDrift,
  type ValidationIssue,
} from "@knowledge-base/types";
import { findDifferences, formatIssue, isContractOperation, parse } from "@knowledge-base/types/internal";
import { codeOfStatus } from "../errors/error-table.ts";
import { Failure, type FailureDetails } from "../errors/failure.ts";
import type { ValidationMode } from "../options/client-options.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { maxErrorBytes, type ReceivedResponse } from "./received-response.ts";
import { inputNames } from "./write-request.ts";

const proxyAdvice = "check baseUrl and proxies";

/**
 * Reads the output of an operation: as it was received if the operation is in the contract, otherwise as its schema parses it. Throws
 * if the body isn't JSON, or differs from the contract more than the mode allows.
 */
export async function readOutput(
  operation: Operation,
  response: ReceivedResponse,
  mode: ValidationMode,
): Promise<{ readonly value: unknown; readonly drift: readonly SchemaDrift[] }> {
  const { status } = response;
  const { schema } = operation.success;
  const value = readBody(operation, response, mode);
  if (!isContractOperation(operation)) {
    const parsed = await parse(schema, value).catch((cause: unknown) => {
      throw new Failure("configuration", "the schema of the response failed.", { cause });
    });
    if (!parsed.ok) throw createIssuesFailure(status, "schema", parsed.issues);
    return { value: parsed.value, drift: [] };
  }
  const drift = mode === "off" ? [] : findDifferences(schema, value);
  const rejected = drift.filter(({ kind }) => !isAllowed(kind, mode));
  if (rejected.length > 0) throw createIssuesFailure(status, "contract", rejected);
  return { value, drift };
}

function readBody({ success }: Operation, { status, text }: ReceivedResponse, mode: ValidationMode): unknown {
  let value: unknown;
  try {
    if (text !== "" || success.status !== 204) value = JSON.parse(text);
  } catch {
    // The message of a SyntaxError quotes a part of the text.
    throw createResponseFailure(status, describeText(text), { rawBody: text });
  }
  if (mode === "strict" && status !== success.status)
    throw createResponseFailure(status, `must have the status ${success.status}.`);
  return value;
}

function describeText(text: string): string {
  if (text === "") return "has no body.";
  return isHtml(text) ? `is HTML, not JSON: ${proxyAdvice}.` : "is not JSON.";
}

function isHtml(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

function createIssuesFailure(status: number, expectation: string, issues: readonly ValidationIssue[]): Failure {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue)));
  return createResponseFailure(status, `differs from the ${expectation}: ${problems}`, { issues });
}

function createResponseFailure(status: number, problem: string, details?: FailureDetails): Failure {
  return new Failure("response", `the response with status ${status} ${problem}`, { status, ...details });
}

function isAllowed(kind: SchemaDrift["kind"], mode: ValidationMode): boolean {
  return mode === "report" || (mode === "tolerant" && (kind === "unknown_field" || kind === "unknown_value"));
}

const maxQuotedMessageLength = 500;

export function toStatusFailure({ operation, request, secrets }: PreparedCall, response: ReceivedResponse): Failure {
  const { status, headers } = response;
  if (response.isRedirect) return createRedirectFailure(status, headers);
  // A secret may be a number in JSON, or hidden by escapes in JSON. The text has no more characters than the body has bytes.
  const text = secrets.redact(response.text, maxErrorBytes);
  const value = parseJson(text);
  const body = isErrorBody(value) ? value : undefined;
  const found = body ? messagesOfField(body.body?.message) : messagesOfBody(value);
  const messages = secrets.redactJson(found, maxErrorBytes);
  const message = body ? secrets.redact(body.message, maxErrorBytes) : messages.join("; ");
  const quoted = withoutFullStop(message.slice(0, maxQuotedMessageLength));
  const doubt = status === 404 ? findDoubt(operation, body, value, [quoted, ...messages]) : "";
  const code = doubt ? "api_error" : codeOfStatus(status, operation);
  return new Failure(
    code,
    `${status} ${quoted || describeBody(response, text)}.${adviceFor(status, doubt, request.url)}`,
    {
      status,
      body,
      rawBody: body ? undefined : text,
      issues: code === "bad_request" ? messages.map((message) => readIssue(message, inputNames(operation))) : undefined,
      retryAfter: readRetryAfter(status, headers),
    },
  );
}

function createRedirectFailure(status: number, headers: Headers): Failure {
  const location = headers.get("location") ?? undefined;
  const where = location === undefined ? "elsewhere" : `to ${location}`;
  const advice = "If this is the service, set baseUrl to its address.";
  const problem = `the service redirects ${where}, which the client does not follow. ${advice}`;
  return new Failure("redirect", problem, { status, location });
}

// A line of text that is no HTML, and no beginning of JSON, such as "no healthy upstream".
const gatewayLine = /^[^{["<\p{C}\uFFFD][^\p{C}\uFFFD]{0,199}$/u;

function describeBody({ isComplete }: ReceivedResponse, text: string): string {
  if (text === "") return isComplete ? "with an empty body" : "whose body did not arrive";
  const [, title] = /<title>\s*([^<]{1,200}?)\s*<\/title>/i.exec(text) ?? [];
  if (title !== undefined) return `with the HTML page "${title}" (rawBody has it)`;
  const line = text.trim();
  if (isComplete && gatewayLine.test(line) && parseJson(line) === undefined) return withoutFullStop(line);
  return `${isHtml(text) ? "with an HTML page" : "without an error message"} (rawBody has the body)`;
}

function isErrorBody(value: unknown): value is ErrorBody {
  return findDifferences(errorBodySchema, value).every(({ kind }) => kind === "unknown_field");
}

// Finds the reason why a 404 may not mean that a record is missing: proxies, and the service's framework for unknown paths, send it too.
function findDoubt(operation: Operation, body: unknown, value: unknown, messages: readonly string[]): string {
  if (messages.some((message) => /^Cannot [A-Z]+ \//.test(message)))
    return `The service has no such path: ${proxyAdvice}`;
  // Error bodies of custom operations aren't known.
  const isCustom = !isContractOperation(operation);
  if (body !== undefined || (isCustom && typeof fieldsOf(value)["message"] === "string")) return "";
  return isCustom && value !== undefined
    ? "A NotFoundError has a string message in its body"
    : `The body is not the documented one: ${proxyAdvice}`;
}

function adviceFor(status: number, doubt: string, url: string): string {
  if (status === 401) return " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.";
  if (!doubt) return "";
  return url.includes("/v1/v1/") ? " baseUrl ends in /v1, which the client adds: remove it." : ` ${doubt}.`;
}

// Finds the messages of an undocumented error body: of the service's framework, of a gateway, or of RFC 9457.
function messagesOfBody(value: unknown): string[] {
  const { message, error, detail, title } = fieldsOf(value);
  const candidates = [message, fieldsOf(error)["message"], detail, title, error].map(messagesOfField);
  return candidates.find(({ length }) => length > 0) ?? [];
}

function messagesOfField(value: unknown): string[] {
  return [value].flat().filter((text): text is string => typeof text === "string" && text !== "");
}

// Messages begin with the field: `notifyBriefs must be a boolean`, `items[0].name should not be empty`.
function readIssue(message: string, fields: readonly string[]): ValidationIssue {
  const [subject = ""] = message.split(" ", 1);
  const keys = subject.split(/[.[\]]/).filter((key) => key !== "");
  const path = fields.includes(keys[0] ?? "") ? keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)) : [];
  return { path, message };
}
