import { formatProblems } from "@knowledge-base/internal/texts";
import type { Operation, SchemaDrift, ValidationIssue } from "@knowledge-base/types";
import { findDifferences, formatIssue, isContractOperation, parse } from "@knowledge-base/types/internal";
import { Failure, type FailureDetails } from "../errors/failure.ts";
import type { ValidationMode } from "../options/client-options.ts";
import { isHtml, proxyAdvice } from "./read-error.ts";
import type { ReceivedResponse } from "./received-response.ts";

/**
 * Reads the output of an operation from a successful response: as it was received if the operation is in the contract, otherwise as its
 * schema parses it. Throws if the body isn't JSON, or differs from the contract more than the mode allows.
 */
export async function readOutput(
  operation: Operation,
  response: ReceivedResponse,
  mode: ValidationMode,
): Promise<{ readonly value: unknown; readonly drift: readonly SchemaDrift[] }> {
  const { status } = response;
  const { success } = operation;
  const value = readBody(operation, response);
  if (mode === "strict" && status !== success.status)
    throw createResponseFailure(status, `must have the status ${success.status}.`);
  if (!isContractOperation(operation)) {
    const parsed = await parse(success.schema, value).catch((cause: unknown) => {
      throw new Failure("configuration", "the schema of the response failed.", { cause });
    });
    if (!parsed.ok) throw createIssuesFailure(status, "schema", parsed.issues);
    return { value: parsed.value, drift: [] };
  }
  const drift = mode === "off" ? [] : findDifferences(success.schema, value);
  const rejected = drift.filter(({ kind }) => !isAllowed(kind, mode));
  if (rejected.length > 0) throw createIssuesFailure(status, "contract", rejected);
  return { value, drift };
}

function readBody({ success }: Operation, { status, text }: ReceivedResponse): unknown {
  if (text === "" && success.status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The message of a SyntaxError quotes a part of the text.
    throw createResponseFailure(status, describeText(text), { rawBody: text });
  }
}

function describeText(text: string): string {
  if (text === "") return "has no body.";
  return isHtml(text) ? `is HTML, not JSON: ${proxyAdvice}.` : "is not JSON.";
}

function isAllowed(kind: SchemaDrift["kind"], mode: ValidationMode): boolean {
  return mode === "report" || (mode === "tolerant" && (kind === "unknown_field" || kind === "unknown_value"));
}

function createIssuesFailure(status: number, expectation: string, issues: readonly ValidationIssue[]): Failure {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue)));
  return createResponseFailure(status, `differs from the ${expectation}: ${problems}`, { issues });
}

function createResponseFailure(status: number, problem: string, details?: FailureDetails): Failure {
  return new Failure("response", `the response with status ${status} ${problem}`, { status, ...details });
}
