import { formatIssue, type Operation, type Validation, type ValidationIssue, validate } from "@knowledge-base/types";
import { formatProblems, suggestName } from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import { InputError } from "../errors/input-error.ts";
import { maxIssues } from "../errors/max-issues.ts";
import { getOperationMetadata, type ParsedParts, type Parsing } from "./operation-metadata.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The input of a call as it is sent. */
export interface ParsedInput {
  /** Path and query. */
  readonly target: string;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
}

/** The input of a call, divided by the parts of the request that its fields belong to. */
interface DividedInput {
  readonly path: string;
  readonly query: Fields;
  readonly body: Fields;
  readonly issues: readonly ValidationIssue[];
}

/**
 * Parses an input by the schemas of its operation, and writes it as it is sent.
 *
 * @throws {@link DeferredError} that becomes an {@link InputError} with all problems of the input
 */
export function parseInput(operation: Operation, input: unknown): ParsedInput {
  const divided = divideInput(operation, input);
  const { query, body } = operation;
  return writeInput(divided, {
    query: query && validate(query, divided.query),
    body: body && validate(body, divided.body),
  });
}

/** Does the same as {@link parseInput} by a function that awaits asynchronous schemas. */
export async function parseInputAsync(
  operation: Operation,
  input: unknown,
  parseParts: Parsing["parseParts"],
): Promise<ParsedInput> {
  const divided = divideInput(operation, input);
  return writeInput(divided, await parseParts(operation, divided));
}

function divideInput(operation: Operation, input: unknown): DividedInput {
  const issues: ValidationIssue[] = [];
  const report = (name: string, message: string) => issues.push({ path: [name], message });
  const { params, query, body, fields: names } = getOperationMetadata(operation);
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (!isObject) issues.push({ path: [], message: "must be an object" });
  const fields = isObject ? (input as Fields) : {};
  let path: string = operation.path;
  for (const name of params) {
    const problem = findPathParamProblem(fields[name]);
    if (problem === undefined) path = path.replace(`{${name}}`, () => encodeURIComponent(fields[name] as string));
    else report(name, problem);
  }
  for (const name of Object.keys(fields)) {
    if (!names.includes(name)) report(name, `is not a known field; ${suggestName(name, names, "field")}`);
  }
  return { path, query: pick(fields, query), body: pick(fields, body), issues };
}

function writeInput({ path, issues }: DividedInput, { query, body }: ParsedParts): ParsedInput {
  const all = [...issues, ...findIssues(query, findQueryProblem), ...findIssues(body, findTextProblem)];
  if (all.length > 0) throwInputError(all);
  return { target: path + writeQuery(fieldsOf(query)), body: body && writeJson(fieldsOf(body)) };
}

function throwInputError(issues: readonly ValidationIssue[]): never {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue, "input")));
  throw new DeferredError(`${problems} Nothing was sent.`, InputError, { issues: issues.slice(0, maxIssues) });
}

function fieldsOf(part: Validation<unknown> | undefined): Fields {
  return part?.ok ? (part.value as Fields) : {};
}

function findIssues(
  part: Validation<unknown> | undefined,
  findProblem: (value: unknown) => string | undefined,
): readonly ValidationIssue[] {
  if (part && !part.ok) return part.issues;
  const issues: ValidationIssue[] = [];
  for (const [name, value] of Object.entries(fieldsOf(part))) {
    const message = findProblem(value);
    if (message !== undefined) issues.push({ path: [name], message });
  }
  return issues;
}

/** URL parsers resolve these segments, even if their dots are encoded, so that the path would be another one. */
const dotSegment = /^(\.|%2e){1,2}$/i;

function findPathParamProblem(value: unknown): string | undefined {
  if (value === undefined) return "is missing";
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  if (dotSegment.test(value)) return "must not be a dot segment";
  return findTextProblem(value);
}

function findTextProblem(value: unknown): string | undefined {
  return typeof value === "string" && !value.isWellFormed() ? "must be well-formed Unicode" : undefined;
}

function findQueryProblem(value: unknown): string | undefined {
  const isWritable = ["string", "number", "boolean"].includes(typeof (value ?? ""));
  return isWritable ? findTextProblem(value) : "must be a string, a number or a boolean as a query parameter";
}

function pick(fields: Fields, names: readonly string[]): Fields {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (fields[name] !== undefined) picked[name] = fields[name];
  }
  return picked;
}

function writeQuery(query: Fields): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => (value ?? undefined) !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function writeJson(body: Fields): string {
  try {
    return JSON.stringify(body);
  } catch {
    return throwInputError([{ path: [], message: "has a value that JSON cannot represent" }]);
  }
}
