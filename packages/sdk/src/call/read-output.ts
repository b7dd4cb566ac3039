import { formatProblems } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import { findDrift, formatIssue, parse, type SchemaDrift, type ValidationIssue } from "@knowledge-base/types/internal";
import { Problem, type ProblemDetails } from "../errors/problem.ts";
import type { ValidationMode } from "../options/client-options.ts";
import { isOwnOperation } from "./callable-operation.ts";

/** The output of a call, and every difference of the response from the contract. */
export interface OutputWithDrift {
  readonly value: unknown;
  readonly drift: readonly SchemaDrift[];
}

/**
 * Reads the output of a successful response: as it was received for an operation of the contract, and as its schema parses it for
 * a custom operation, whose schema alone decides about it.
 *
 * @throws {@link Problem} if the body is not JSON, is empty although the operation declares a body, or differs from the contract more than
 * the mode allows
 */
export function readOutput(
  operation: Operation,
  status: number,
  text: string,
  mode: ValidationMode,
): OutputWithDrift | Promise<OutputWithDrift> {
  const { schema, status: declaredStatus } = operation.success;
  const value = readJson(operation, status, text);
  if (mode === "strict" && status !== declaredStatus) {
    throw createResponseProblem(status, `must have the status ${declaredStatus}.`);
  }
  if (isOwnOperation(operation)) return parseOutput(operation, status, value);
  if (mode === "off") return { value, drift: [] };
  const drift = findDrift(schema, value);
  const rejected = drift.filter(({ kind }) => !isAllowed(kind, mode));
  if (rejected.length === 0) return { value, drift };
  throw createIssuesProblem(status, "contract", rejected);
}

async function parseOutput({ success }: Operation, status: number, value: unknown): Promise<OutputWithDrift> {
  const parsed = await parse(success.schema, value).catch((cause: unknown) => {
    throw new Problem("configuration", "the schema of the response failed.", { cause });
  });
  if (parsed.ok) return { value: parsed.value, drift: [] };
  throw createIssuesProblem(status, "schema", parsed.issues);
}

function readJson({ success }: Operation, status: number, text: string): unknown {
  if (text === "" && success.status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The message of a SyntaxError quotes a part of the text.
    throw createResponseProblem(status, describeText(text), { rawBody: text });
  }
}

function describeText(text: string): string {
  if (text === "") return "has no body.";
  return /^\s{0,100}</.test(text) ? "is HTML, not JSON: check baseUrl and proxies." : "is not JSON.";
}

function createIssuesProblem(status: number, expectation: string, issues: readonly ValidationIssue[]): Problem {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue)));
  return createResponseProblem(status, `differs from the ${expectation}: ${problems}`, { issues });
}

function createResponseProblem(status: number, problem: string, details?: ProblemDetails): Problem {
  return new Problem("response", `the response with status ${status} ${problem}`, { status, ...details });
}

function isAllowed(kind: SchemaDrift["kind"], mode: ValidationMode): boolean {
  return mode === "report" || (mode === "tolerant" && (kind === "unknown_field" || kind === "unknown_value"));
}
