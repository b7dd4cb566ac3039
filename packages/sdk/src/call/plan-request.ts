import { type ObjectSchema, type Operation, type ValidationIssue, validate } from "@knowledge-base/types";
import { InputError } from "../errors/input-error.ts";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { factsOf } from "./operation-facts.ts";

/** A request, before it has a base URL and a key. */
export interface PlannedRequest {
  /** Path and query below the base URL. */
  readonly target: string;
  /** JSON, where the operation takes a body. */
  readonly body: string | undefined;
}

const malformed = "must be well-formed Unicode";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks the input of an operation and writes the request.
 *
 * @throws {@link InputError} with everything that is wrong with the input
 */
export function planRequest(operation: Operation, input: unknown, context: ErrorContext): PlannedRequest {
  const issues: ValidationIssue[] = [];
  const fields = readFields(input, issues);
  const facts = factsOf(operation);
  let path: string = operation.path;
  for (const name of facts.params) path = path.replace(`{${name}}`, () => encodePathParam(name, fields[name], issues));
  const query = operation.query && readPart(operation.query, facts.query, fields, issues);
  const body = operation.body && readPart(operation.body, facts.body, fields, issues);
  for (const name of Object.keys(fields)) {
    if (facts.fields.includes(name)) continue;
    issues.push({ path: [name], message: `is not known; known are ${facts.fields.join(", ")}` });
  }
  if (issues.length > 0) throw new InputError(issues, context);
  return { target: path + (query ? writeQuery(query) : ""), body: body && writeJson(body, context) };
}

function readFields(input: unknown, issues: ValidationIssue[]): Fields {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Fields;
  issues.push({ path: [], message: "must be an object" });
  return {};
}

/** A path climbs out of its place with a segment of dots, which URL parsers also see where the dots are encoded. */
const dotSegment = /^(\.|%2e){1,2}$/i;

function encodePathParam(name: string, value: unknown, issues: ValidationIssue[]): string {
  const problem = pathParamProblem(value);
  if (problem === undefined) return encodeURIComponent(value as string);
  issues.push({ path: [name], message: problem });
  return "";
}

function pathParamProblem(value: unknown): string | undefined {
  if (value === undefined) return "is missing";
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  if (dotSegment.test(value)) return "must not be a dot segment";
  return value.isWellFormed() ? undefined : malformed;
}

function readPart(schema: ObjectSchema, names: readonly string[], fields: Fields, issues: ValidationIssue[]): Fields {
  const part: Record<string, unknown> = {};
  for (const name of names) {
    if (fields[name] !== undefined) part[name] = fields[name];
  }
  const validation = validate(schema, part);
  if (!validation.ok) issues.push(...validation.issues);
  else {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === "string" && !value.isWellFormed()) issues.push({ path: [name], message: malformed });
    }
  }
  return part;
}

function writeQuery(query: Fields): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function writeJson(body: Fields, context: ErrorContext): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new InputError([{ path: [], message: "holds what JSON cannot" }], context);
  }
}
