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
import { createStatusError } from "../errors/create-status-error.ts";
import { DeferredError } from "../errors/deferred-error.ts";
import { RedirectError } from "../errors/redirect-error.ts";
import { type InvalidResponse, ResponseError } from "../errors/response-error.ts";
import type { ValidationMode } from "../options/client-options.ts";
import type { ReadResponse } from "./call-promise.ts";
import { getOperationMetadata } from "./operation-metadata.ts";

const maxRawBodyLength = 4096;
const maxValueLength = 100;
const redirectStatuses = [301, 302, 303, 307, 308];

/** Returns the error of a response that is not successful. */
export function readErrorResponse(
  operation: Operation,
  { response, text }: ReadResponse,
  redact: Redact,
  retryAfter: number | undefined,
): DeferredError {
  const { status, headers, type } = response;
  if (redirectStatuses.includes(status) || type === "opaqueredirect") {
    const location = headers.get("location");
    return new DeferredError(
      (context) => new RedirectError(status, location === null ? undefined : redact(location), context),
    );
  }
  const body = readErrorBody(text, redact);
  const rawBody = body ? undefined : readRawBody(text, redact);
  const { fields } = getOperationMetadata(operation);
  return new DeferredError((context) =>
    createStatusError(operation, { status, body, rawBody, retryAfter, fields }, context),
  );
}

/** The output of a call as the service sent it, and every difference from the contract. */
export interface OutputWithDrift {
  readonly value: unknown;
  readonly drift: readonly SchemaDrift[];
}

/**
 * Reads and validates a successful response.
 *
 * @throws {@link DeferredError} that becomes a {@link ResponseError} if the body is not JSON, is empty although the operation declares
 * a body, or differs from the contract more than the mode allows
 */
export function readOutput(
  operation: Operation,
  { response: { status }, text }: ReadResponse,
  mode: ValidationMode,
  redact: Redact,
): OutputWithDrift {
  const { schema, status: declaredStatus } = operation.success;
  const { value, error }: ParsedJson = text === "" && declaredStatus === 204 ? {} : parseJson(text);
  if (error !== undefined) {
    const problem = text === "" ? "is empty" : "is not JSON";
    // The message of a SyntaxError quotes the text, so the redacted text is parsed for the cause.
    const { error: cause } = parseJson(redact(text));
    throwResponseError({ status, problem, rawBody: readRawBody(text, redact) }, { cause });
  }
  if (mode === "off") return { value, drift: [] };
  if (mode === "strict" && status !== declaredStatus) {
    throwResponseError({ status, problem: `should have had the status ${declaredStatus}` });
  }
  const drift = findDrift(schema, value).map((difference) => shortenValue(redactJson(difference, redact)));
  const issues = drift.filter(({ kind }) => !isAllowed(kind, mode));
  if (issues.length === 0) return { value, drift };
  const problem = `departs from the contract: ${issues.map((issue) => formatIssue(issue)).join("; ")}`;
  return throwResponseError({ status, problem, issues });
}

function throwResponseError(response: InvalidResponse, options?: ErrorOptions): never {
  throw new DeferredError((context) => new ResponseError(response, context, options));
}

function shortenValue({ value, ...drift }: SchemaDrift): SchemaDrift {
  return value === undefined ? drift : { ...drift, value: value.slice(0, maxValueLength) };
}

function isAllowed(kind: SchemaDrift["kind"], mode: ValidationMode): boolean {
  return mode === "report" || (mode === "tolerant" && (kind === "unknown_field" || kind === "unknown_value"));
}

interface ParsedJson {
  readonly value?: unknown;
  readonly error?: unknown;
}

function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error };
  }
}

function readErrorBody(text: string, redact: Redact): ErrorBody | undefined {
  const { value } = parseJson(text);
  return validate(errorBodySchema, value).ok ? redactJson(value as ErrorBody, redact) : undefined;
}

function readRawBody(text: string, redact: Redact): string {
  return redact(text).slice(0, maxRawBodyLength);
}
