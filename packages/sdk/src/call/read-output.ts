import {
  findDrift,
  formatIssue,
  formatProblems,
  type Redact,
  redactJson,
  type SchemaDrift,
} from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import { maxRawBodyLength } from "../errors/max-raw-body-length.ts";
import { toOneLine } from "../errors/one-line.ts";
import { ResponseError, type ResponseErrorInit } from "../errors/response-error.ts";
import { maxIssues, showIssue } from "../errors/shown-issues.ts";
import type { ValidationMode } from "../options/client-options.ts";
import { type CallableOperation, parsingKey } from "./callable-operation.ts";
import { parseJson } from "./parse-json.ts";

/** The output of a call, and every difference of the response from the contract. */
export interface OutputWithDrift {
  readonly value: unknown;
  readonly drift: readonly SchemaDrift[];
}

/** A successful response whose body has been read, and how to read its output. */
export interface OutputSource {
  readonly operation: CallableOperation;
  readonly status: number;
  readonly text: string;
  readonly mode: ValidationMode;
  readonly redact: Redact;
}

/**
 * Reads the output of a successful response: as it was received for an operation of the contract, and as its schema parses it for
 * a custom operation.
 *
 * @throws {@link DeferredError} that becomes a {@link ResponseError} if the body is not JSON, is empty although the operation declares
 * a body, or differs from the contract more than the mode allows
 */
export function readOutput(source: OutputSource): OutputWithDrift | Promise<OutputWithDrift> {
  const { operation, status, mode } = source;
  const { schema, status: declaredStatus } = operation.success;
  const value = readJson(source);
  if (mode === "off") return { value, drift: [] };
  if (mode === "strict" && status !== declaredStatus) {
    throw createResponseError(source, `must have the status ${declaredStatus}.`);
  }
  const { [parsingKey]: parsing } = operation;
  if (!parsing) {
    return checkDrift(source, value, findDrift(schema, value));
  }
  return parsing.parseOutput(schema, value).then(({ output, drift }) => checkDrift(source, output, drift));
}

function readJson(source: OutputSource): unknown {
  const { operation, text, redact } = source;
  if (text === "" && operation.success.status === 204) return undefined;
  const { value, error } = parseJson(text);
  if (error === undefined) return value;
  // The message of a SyntaxError quotes the text.
  const { message = "" }: Partial<Error> = Object(parseJson(redact(text)).error);
  throw createResponseError(source, describeText(text), {
    rawBody: redact(text).slice(0, maxRawBodyLength),
    cause: new SyntaxError(toOneLine(message, maxQuoteLength)),
  });
}

function describeText(text: string): string {
  if (text === "") return "has no body.";
  return /^\s*</.test(text) ? "is HTML, not JSON: check baseUrl and proxies." : "is not JSON.";
}

function checkDrift(source: OutputSource, value: unknown, drift: readonly SchemaDrift[]): OutputWithDrift {
  const { operation, mode, redact } = source;
  const isParsed = operation[parsingKey] !== undefined;
  const issues = drift.filter(({ kind }) => !isAllowed(kind, mode, isParsed));
  if (issues.length === 0) return { value, drift };
  const shown = issues.slice(0, maxIssues).map((issue) => showDrift(issue, redact));
  const problems = formatProblems([...shown, ...issues.slice(maxIssues)].map((issue) => formatIssue(issue)));
  throw createResponseError(source, `differs from the ${isParsed ? "schema" : "contract"}: ${problems}`, {
    issues: shown,
  });
}

function createResponseError(
  { status }: OutputSource,
  problem: string,
  details?: Partial<ResponseErrorInit>,
): DeferredError {
  return new DeferredError(`the response with status ${status} ${problem}`, ResponseError, { status, ...details });
}

const maxQuoteLength = 200;
const maxShownValueLength = 100;

/** Returns a difference without secrets, and with a value of limited length. */
export function showDrift(difference: SchemaDrift, redact: Redact): SchemaDrift {
  const { value, ...drift } = showIssue(redactJson(difference, redact));
  return value === undefined ? drift : { ...drift, value: value.slice(0, maxShownValueLength) };
}

/** An output that is parsed has the type of its schema, so no value may be missing in the schema's enums. */
function isAllowed(kind: SchemaDrift["kind"], mode: ValidationMode, isParsed: boolean): boolean {
  if (mode === "report") return true;
  return mode === "tolerant" && (kind === "unknown_field" || (kind === "unknown_value" && !isParsed));
}
