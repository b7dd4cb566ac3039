import { formatProblems, isObject, showValue, suggestName, writePath, writeQuery } from "@knowledge-base/internal";
import type { Operation } from "@knowledge-base/types";
import {
  fieldNames,
  findDrift,
  formatIssue,
  isOpen,
  type ObjectSchema,
  parse,
  type Validation,
  type ValidationIssue,
} from "@knowledge-base/types/internal";
import { Failure, toFailure } from "../errors/failure.ts";
import { readBaseUrlOfEnvironment } from "../options/base-url.ts";
import { writeHeaders } from "../options/headers.ts";
import type { CallSettings } from "../options/settings.ts";
import { inputNames } from "./operation-text.ts";

/** The request of a call without the API key. */
export interface CallRequest {
  /** The only origin to which the key may be sent. */
  readonly origin: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** A part of an input that a schema has parsed; undefined if the operation has no such part. */
type ParsedPart = Validation<unknown> | undefined;

/** The input of a call, divided by the parts of the request that its fields belong to. */
interface DividedInput {
  readonly path: string;
  readonly query: Fields;
  readonly body: Fields;
  readonly issues: readonly ValidationIssue[];
}

/** Checks that an input is an object, and not the first one of several arguments. */
export function checkInput(operation: Operation, input: unknown): asserts input is Fields {
  if (isObject(input)) return;
  throwInputFailure([{ path: [], message: `must be one object: { ${inputNames(operation).join(", ")} }` }]);
}

/**
 * Creates the request of a call.
 *
 * @param parsePart - Parses a part of the input by its schema. By default, the schemas change nothing, like those of the contract.
 */
export function createRequest(
  operation: Operation,
  input: Fields,
  settings: CallSettings,
  parsePart: (schema: ObjectSchema, value: unknown) => Validation<unknown> = validate,
): CallRequest {
  const divided = divideInput(operation, input);
  const query = operation.query && parsePart(operation.query, divided.query);
  const body = operation.body && parsePart(operation.body, divided.body);
  return writeRequest(operation, divided, query, body, settings);
}

/** Creates the request of a call of a custom operation, whose schemas may be asynchronous. */
export async function createCustomRequest(
  operation: Operation,
  input: Fields,
  settings: CallSettings,
): Promise<CallRequest> {
  const divided = divideInput(operation, input);
  const { query, body } = operation;
  try {
    const parsedQuery = query && (await parse(query, divided.query));
    const parsedBody = body && (await parse(body, divided.body));
    return writeRequest(operation, divided, parsedQuery, parsedBody, settings);
  } catch (thrown) {
    throw toFailure(thrown, "a schema of the input");
  }
}

function validate(schema: ObjectSchema, value: unknown): Validation<unknown> {
  const issues = findDrift(schema, value).map(({ path, message }) => ({ path, message }));
  return issues.length === 0 ? { ok: true, value } : { ok: false, issues };
}

function divideInput(operation: Operation, input: Fields): DividedInput {
  const { query, body } = operation;
  const names: string[] = [];
  const issues: ValidationIssue[] = [];
  const path = writePath(operation.path, (name) => {
    names.push(name);
    const value = input[name];
    const message = findPathParamProblem(value);
    if (message !== undefined) issues.push({ path: [name], message });
    return message === undefined ? (value as string) : "";
  });
  names.push(...fieldNames(query), ...fieldNames(body));
  const others = Object.keys(input).filter((name) => !names.includes(name));
  const open = others.length > 0 ? [body, query].find((schema) => schema && isOpen(schema)) : undefined;
  for (const name of open ? [] : others) {
    issues.push({ path: [name], message: `is not a known field; ${suggestName(name, names, "field")}` });
  }
  const pick = (schema: ObjectSchema | undefined) => {
    const picked = [...fieldNames(schema), ...(schema === open ? others : [])];
    return Object.fromEntries(picked.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));
  };
  return { path, query: pick(query), body: pick(body), issues };
}

/** URL parsers resolve these segments, even if their dots are encoded, so that the path would be another one. */
const dotSegment = /^(\.|%2e){1,2}$/i;

function findPathParamProblem(value: unknown): string | undefined {
  if (value === undefined) return "is missing";
  if (typeof value !== "string") return `must be a string, not ${showValue(value)}`;
  if (value === "") return "must not be empty";
  return dotSegment.test(value) ? "must not be a dot segment" : findTextProblem(value);
}

function findTextProblem(value: unknown): string | undefined {
  return typeof value === "string" && !value.isWellFormed() ? "must be well-formed Unicode" : undefined;
}

const scalarTypes = ["string", "number", "boolean"];

function findQueryProblem(value: unknown): string | undefined {
  const elements = Array.isArray(value) ? value : [value ?? ""];
  const isWritable = elements.every((element) => scalarTypes.includes(typeof element));
  if (!isWritable) return "must be a string, a number, a boolean or a list of them as a query parameter";
  return elements.map(findTextProblem).find((problem) => problem !== undefined);
}

/** Writes the request of a call, whose query and body the schemas of the operation have parsed. */
function writeRequest(
  operation: Operation,
  { path, issues }: DividedInput,
  query: ParsedPart,
  body: ParsedPart,
  settings: CallSettings,
): CallRequest {
  const fields = (query?.ok ? query.value : {}) as Fields;
  const unwritable = Object.entries(fields).flatMap(([name, value]) => {
    const message = findQueryProblem(value);
    return message === undefined ? [] : [{ path: [name], message }];
  });
  const invalid = [query, body].flatMap((part) => (part?.ok === false ? part.issues : []));
  const all = [...issues, ...invalid, ...unwritable];
  if (all.length > 0) throwInputFailure(all);
  const json = body?.ok ? writeJson(body.value) : undefined;
  const baseUrl = settings.baseUrl ?? readBaseUrlOfEnvironment(settings);
  const url = baseUrl + path + writeQuery(operation, fields);
  const origin = baseUrl.split("/", 3).join("/");
  const headers = json === undefined ? settings.headers : { "content-type": "application/json", ...settings.headers };
  return { origin, url, headers: writeHeaders(headers), body: json };
}

function throwInputFailure(issues: readonly ValidationIssue[]): never {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue, "input")));
  throw new Failure("input", `${problems} Nothing was sent.`, { issues });
}

function writeJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    return throwInputFailure([{ path: [], message: "has a value that JSON cannot represent" }]);
  }
}
