import {
  findDrift,
  formatIssue,
  formatProblems,
  type ObjectSchema,
  type Schema,
  suggestName,
  type Validation,
  type ValidationIssue,
} from "@knowledge-base/types/internal";
import { DeferredError } from "../errors/deferred-error.ts";
import { InputError } from "../errors/input-error.ts";
import { maxIssues, showIssue } from "../errors/shown-issues.ts";
import { type CallableOperation, fieldNames, inputNames, parsingKey } from "./callable-operation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The input of a call as it is sent. */
export interface ParsedInput {
  /** Path and query. */
  readonly target: string;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
}

/** A part of an input that a schema has parsed; undefined if the operation has no such part. */
type ParsedPart = Validation<unknown> | undefined;

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
export function parseInput(operation: CallableOperation, input: unknown): ParsedInput {
  const divided = divideInput(operation, input);
  const { query, body, [parsingKey]: { parse } = { parse: validateFields } } = operation;
  return writeInput(divided, query && parse(query, divided.query), body && parse(body, divided.body));
}

/** Does the same as {@link parseInput}, and awaits asynchronous schemas. */
export async function parseInputAsync(operation: CallableOperation, input: unknown): Promise<ParsedInput> {
  const divided = divideInput(operation, input);
  const { query, body, [parsingKey]: { parseAsync } = { parseAsync: validateFields } } = operation;
  const parsedQuery = query && (await parseAsync(query, divided.query));
  return writeInput(divided, parsedQuery, body && (await parseAsync(body, divided.body)));
}

/** Validates a part of an input by a schema of the contract. */
function validateFields(schema: Schema, value: Fields): Validation<Fields> {
  const issues = findDrift(schema, value).map(({ path, message }) => ({ path, message }));
  return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
}

function divideInput(operation: CallableOperation, input: unknown): DividedInput {
  const issues: ValidationIssue[] = [];
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (!isObject) issues.push({ path: [], message: "must be an object" });
  const fields = isObject ? (input as Fields) : {};
  const pathNames: string[] = [];
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    pathNames.push(name);
    const value = fields[name];
    const message = findPathParamProblem(value);
    if (message === undefined) return encodeURIComponent(value as string);
    issues.push({ path: [name], message });
    return "";
  });
  const { query, body } = operation;
  const open = [body, query].find(isOpen);
  const others: string[] = [];
  for (const name of Object.keys(fields)) {
    if (pathNames.includes(name) || isField(query, name) || isField(body, name)) continue;
    if (open) {
      others.push(name);
      continue;
    }
    const suggestion = suggestName(name, inputNames(operation), "field");
    issues.push({ path: [name], message: `is not a known field; ${suggestion}` });
  }
  const pickFor = (schema: ObjectSchema | undefined) =>
    pick(fields, schema === open ? [...fieldNames(schema), ...others] : fieldNames(schema));
  return { path, query: pickFor(query), body: pickFor(body), issues };
}

/** Returns whether a schema accepts fields that it does not list, such as one of `z.looseObject`. */
function isOpen(schema: ObjectSchema | undefined): boolean {
  const { catchall }: { readonly catchall?: Schema } = Object(schema?._zod.def);
  return catchall !== undefined && catchall._zod.def.type !== "never";
}

function isField(schema: ObjectSchema | undefined, name: string): boolean {
  return schema !== undefined && Object.hasOwn(schema._zod.def.shape, name);
}

function pick(fields: Fields, names: readonly string[]): Fields {
  const given = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, fields[name]]));
}

function writeInput({ path, issues }: DividedInput, query: ParsedPart, body: ParsedPart): ParsedInput {
  const all = [...issues, ...findIssues(query, findQueryProblem), ...findIssues(body, findTextProblem)];
  if (all.length > 0) throwInputError(all);
  return { target: path + writeQuery(fieldsOf(query)), body: body && writeJson(fieldsOf(body)) };
}

function throwInputError(issues: readonly ValidationIssue[]): never {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue, "input")));
  throw new DeferredError(`${problems} Nothing was sent.`, InputError, {
    issues: issues.slice(0, maxIssues).map(showIssue),
  });
}

function fieldsOf(part: ParsedPart): Fields {
  return part?.ok ? (part.value as Fields) : {};
}

function findIssues(part: ParsedPart, findProblem: (value: unknown) => string | undefined): readonly ValidationIssue[] {
  if (part && !part.ok) return part.issues;
  return Object.entries(fieldsOf(part)).flatMap(([name, value]) => {
    const message = findProblem(value);
    return message === undefined ? [] : [{ path: [name], message }];
  });
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
