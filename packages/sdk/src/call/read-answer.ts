import {
  type ErrorBody,
  errorBodySchema,
  findDrift,
  formatIssue,
  type Operation,
  type SchemaDrift,
  validate,
} from "@knowledge-base/types";
import { type Redact, redactJson } from "@knowledge-base/types/internal";
import { errorOfStatus } from "../errors/error-of-status.ts";
import type { ErrorContext, KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import { RedirectError } from "../errors/redirect-error.ts";
import { ResponseError } from "../errors/response-error.ts";
import type { ValidationMode } from "../options/client-options.ts";
import type { Answer } from "./call-promise.ts";
import { factsOf } from "./operation-facts.ts";

const rawBodyLength = 4096;
const longestValue = 100;
const redirects = [301, 302, 303, 307, 308];

/** Makes the error of an answer that is not one of success. */
export function readError(
  operation: Operation,
  { response, text }: Answer,
  { context, redact, retryAfter }: { context: ErrorContext; redact: Redact; retryAfter: number | undefined },
): KnowledgeBaseError {
  const { status, headers, type } = response;
  if (redirects.includes(status) || type === "opaqueredirect") {
    const location = headers.get("location");
    return new RedirectError(status, location === null ? undefined : redact(location), context);
  }
  const body = readErrorBody(text, redact);
  const rawBody = body ? undefined : readRawBody(text, redact);
  return errorOfStatus(operation, { status, body, rawBody, retryAfter, fields: factsOf(operation).fields }, context);
}

/** What an answer of success gives: the value that the service sent, and where it departs from the contract. */
export interface Output {
  readonly value: unknown;
  readonly drift: readonly SchemaDrift[];
}

/**
 * Reads an answer of success.
 *
 * @throws {@link ResponseError} where it is not JSON, or is empty without being declared so, or departs from the contract more than the mode allows
 */
export function readOutput(
  operation: Operation,
  { response: { status }, text }: Answer,
  { mode, context, redact }: { mode: ValidationMode; context: () => ErrorContext; redact: Redact },
): Output {
  const { schema, status: declared } = operation.success;
  const { value, cause: failure }: Parsed = text === "" && declared === 204 ? {} : parseJson(text);
  if (failure !== undefined) {
    const problem = text === "" ? "is empty" : "is not JSON";
    // The message of a SyntaxError quotes the text.
    const { cause } = parseJson(redact(text));
    throw new ResponseError({ status, problem, rawBody: readRawBody(text, redact) }, context(), { cause });
  }
  if (mode === "off") return { value, drift: [] };
  if (mode === "strict" && status !== declared) {
    throw new ResponseError({ status, problem: `should have had the status ${declared}` }, context());
  }
  const drift = findDrift(schema, value).map((one) => shortened(redactJson(one, redact)));
  const problems = drift.filter(({ kind }) => !passes(kind, mode));
  if (problems.length === 0) return { value, drift };
  const problem = `departs from the contract: ${problems.map((issue) => formatIssue(issue)).join("; ")}`;
  throw new ResponseError({ status, problem, issues: problems }, context());
}

function shortened({ value, ...drift }: SchemaDrift): SchemaDrift {
  return value === undefined ? drift : { ...drift, value: value.slice(0, longestValue) };
}

function passes(kind: SchemaDrift["kind"], mode: ValidationMode): boolean {
  return mode === "report" || (mode === "tolerant" && (kind === "unknown_field" || kind === "unknown_value"));
}

interface Parsed {
  readonly value?: unknown;
  readonly cause?: unknown;
}

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { cause };
  }
}

function readErrorBody(text: string, redact: Redact): ErrorBody | undefined {
  const { value } = parseJson(text);
  return validate(errorBodySchema, value).ok ? redactJson(value as ErrorBody, redact) : undefined;
}

function readRawBody(text: string, redact: Redact): string {
  return redact(text).slice(0, rawBodyLength);
}
