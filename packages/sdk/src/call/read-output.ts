import { formatProblems } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { findDrift, formatIssue, parse, type SchemaDrift, type ValidationIssue } from "@knowledge-base/types/internal";
import { Failure, type FailureDetails } from "../errors/failure.ts";
import type { ValidationMode } from "../options/client-options.ts";
import type { ReceivedResponse } from "./received-response.ts";

/** The output of a call, and every difference of the response from the contract. */
export interface OutputWithDrift {
  readonly value: unknown;
  readonly drift: readonly SchemaDrift[];
}

/**
 * Reads the output of an operation of the contract, as it was received. Throws if the body is not JSON, or differs from the contract
 * more than the mode allows.
 */
export function readOutput(operation: Operation, response: ReceivedResponse, mode: ValidationMode): OutputWithDrift {
  const value = readBody(operation, response, mode);
  if (mode === "off") return { value, drift: [] };
  const drift = findDrift(operation.success.schema, value);
  const rejected = drift.filter(({ kind }) => !isAllowed(kind, mode));
  if (rejected.length === 0) return { value, drift };
  throw createIssuesFailure(response.status, "contract", rejected);
}

/** Reads the output of a custom operation, as its schema parses it. */
export async function parseOutput(
  operation: Operation,
  response: ReceivedResponse,
  mode: ValidationMode,
): Promise<unknown> {
  const value = readBody(operation, response, mode);
  const parsed = await parse(operation.success.schema, value).catch((cause: unknown) => {
    throw new Failure("configuration", "the schema of the response failed.", { cause });
  });
  if (parsed.ok) return parsed.value;
  throw createIssuesFailure(response.status, "schema", parsed.issues);
}

/** Reads the body as JSON. In the mode `strict`, the status must be the declared one, too. */
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
  return /^\s{0,100}</.test(text) ? "is HTML, not JSON: check baseUrl and proxies." : "is not JSON.";
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
