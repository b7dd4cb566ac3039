import {
  formatIssue,
  type ObjectSchema,
  type Operation,
  type Validation,
  type ValidationIssue,
  validate,
} from "@knowledge-base/types";
import { findClosestName, formatProblems } from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import { InputError } from "../errors/input-error.ts";
import { maxIssues } from "../errors/max-issues.ts";
import { getOperationMetadata } from "./operation-metadata.ts";

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

/** Validates one part of an input. */
type Validate<Result> = (schema: ObjectSchema, fields: Fields) => Result;

/**
 * Checks an input and writes it as it is sent: as it is for an operation of the contract, and as its schemas parse it for one that
 * the application defined.
 *
 * @throws {@link DeferredError} that becomes an {@link InputError} with all problems of the input
 */
export function parseInput(
  operation: Operation,
  input: unknown,
  validatePart: Validate<Validation<unknown>> = validate,
): ParsedInput {
  const divided = divideInput(operation, input);
  const { query, body } = operation;
  return writeInput(
    operation,
    divided,
    query && validatePart(query, divided.query),
    body && validatePart(body, divided.body),
  );
}

/** Does the same as {@link parseInput}, and awaits asynchronous schemas. */
export async function parseInputAsync(
  operation: Operation,
  input: unknown,
  validatePart: Validate<Promise<Validation<unknown>>>,
): Promise<ParsedInput> {
  const divided = divideInput(operation, input);
  const { query, body } = operation;
  return writeInput(
    operation,
    divided,
    query && (await validatePart(query, divided.query)),
    body && (await validatePart(body, divided.body)),
  );
}

function divideInput(operation: Operation, input: unknown): DividedInput {
  const issues: ValidationIssue[] = [];
  const fields = readFields(input, issues);
  const metadata = getOperationMetadata(operation);
  let path: string = operation.path;
  for (const name of metadata.params) {
    path = path.replace(`{${name}}`, () => encodePathParam(name, fields[name], issues));
  }
  for (const name of Object.keys(fields)) {
    if (!metadata.fields.includes(name)) issues.push({ path: [name], message: describeUnknown(name, metadata.fields) });
  }
  return { path, query: pick(fields, metadata.query), body: pick(fields, metadata.body), issues };
}

function writeInput(
  operation: Operation,
  { path, issues, ...parts }: DividedInput,
  query: Validation<unknown> | undefined,
  body: Validation<unknown> | undefined,
): ParsedInput {
  const { parsing } = getOperationMetadata(operation);
  const all = [...issues];
  const read = (validation: Validation<unknown> | undefined, given: Fields, isQuery: boolean): Fields => {
    if (!validation?.ok) {
      all.push(...(validation?.issues ?? []));
      return given;
    }
    const fields = parsing ? (validation.value as Fields) : given;
    for (const [name, value] of Object.entries(fields)) {
      const problem = findValueProblem(value, isQuery);
      if (problem !== undefined) all.push({ path: [name], message: problem });
    }
    return fields;
  };
  const queryFields = read(query, parts.query, true);
  const bodyFields = read(body, parts.body, false);
  if (all.length > 0) throwInputError(all);
  return { target: path + writeQuery(queryFields), body: body && writeJson(bodyFields) };
}

function throwInputError(issues: readonly ValidationIssue[]): never {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue, "input")));
  throw new DeferredError(`${problems} Nothing was sent.`, InputError, { issues: issues.slice(0, maxIssues) });
}

function readFields(input: unknown, issues: ValidationIssue[]): Fields {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Fields;
  issues.push({ path: [], message: "must be an object" });
  return {};
}

function describeUnknown(name: string, known: readonly string[]): string {
  const closest = findClosestName(name, known);
  return closest === undefined
    ? `is not a known field; the fields are ${known.join(", ")}`
    : `is not a known field; did you mean ${closest}?`;
}

/** URL parsers resolve these segments, even if their dots are encoded, so that the path would be another one. */
const dotSegment = /^(\.|%2e){1,2}$/i;

const malformed = "must be well-formed Unicode";

function encodePathParam(name: string, value: unknown, issues: ValidationIssue[]): string {
  const problem = findPathParamProblem(value);
  if (problem === undefined) return encodeURIComponent(value as string);
  issues.push({ path: [name], message: problem });
  return "";
}

function findPathParamProblem(value: unknown): string | undefined {
  if (value === undefined) return "is missing";
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  if (dotSegment.test(value)) return "must not be a dot segment";
  return value.isWellFormed() ? undefined : malformed;
}

function pick(fields: Fields, names: readonly string[]): Fields {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (fields[name] !== undefined) picked[name] = fields[name];
  }
  return picked;
}

function findValueProblem(value: unknown, isQuery: boolean): string | undefined {
  if (typeof value === "string" && !value.isWellFormed()) return malformed;
  const isWritable = ["string", "number", "boolean"].includes(typeof value) || (value ?? undefined) === undefined;
  return isQuery && !isWritable ? "must be a string, a number or a boolean as a query parameter" : undefined;
}

function writeQuery(query: Fields): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
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
