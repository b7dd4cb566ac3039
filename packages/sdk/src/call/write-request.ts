import { type Fields, isObject } from "@knowledge-base/internal/json";
import { suggestName } from "@knowledge-base/internal/suggest-name";
import { formatProblems, showValue } from "@knowledge-base/internal/texts";
import { pathParamNames, writePath, writeQuery } from "@knowledge-base/internal/url";
import type { AnyObjectSchema, Operation, ValidationIssue } from "@knowledge-base/types";
import { fieldNames, formatIssue, isOpen, type Validation } from "@knowledge-base/types/internal";
import { Failure } from "../errors/failure.ts";
import { readBaseUrlOfEnvironment } from "../options/base-url.ts";
import { writeHeaders } from "../options/headers.ts";
import type { MiddlewareRequest } from "../options/middleware.ts";
import type { CallSettings } from "../options/settings.ts";

/** The request of a call without the API key. */
export interface CallRequest extends MiddlewareRequest {
  /** The only origin to which the key may be sent. The path of an operation can't change it. */
  readonly origin: string;
}

/** The parts of an input for which an operation may have a schema. */
interface InputParts<Part> {
  readonly query?: Part | undefined;
  readonly body?: Part | undefined;
}

// The input of a call, divided by the parts of the request that its fields belong to.
interface DividedInput extends InputParts<{ readonly schema: AnyObjectSchema; readonly value: Fields }> {
  readonly operation: Operation;
  readonly path: string;
  readonly issues: readonly ValidationIssue[];
}

export function inputNames({ path, query, body }: Operation): string[] {
  return [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)];
}

/** Throws if an input isn't an object, such as the first of several arguments. */
export function divideInput(operation: Operation, input: unknown): DividedInput {
  const names = inputNames(operation);
  if (!isObject(input)) throwInputFailure([{ path: [], message: `must be one object: { ${names.join(", ")} }` }]);
  const { query, body } = operation;
  const issues: ValidationIssue[] = [];
  const path = writePath(operation.path, (name) => {
    const value = input[name];
    const message = findPathParamProblem(value);
    if (message === undefined) return value as string;
    issues.push({ path: [name], message });
    return "";
  });
  const unknown = Object.keys(input).filter((name) => !names.includes(name));
  // The part that takes unknown fields, if its schema allows them.
  const openPart = unknown.length > 0 ? [body, query].find((schema) => schema && isOpen(schema)) : undefined;
  if (!openPart) {
    for (const name of unknown)
      issues.push({ path: [name], message: `is not a known field; ${suggestName(name, names, "field")}` });
  }
  const pick = (schema: AnyObjectSchema) => {
    const taken = schema === openPart ? [...fieldNames(schema), ...unknown] : fieldNames(schema);
    const given = taken.filter((name) => input[name] !== undefined);
    return { schema, value: Object.fromEntries(given.map((name) => [name, input[name]])) };
  };
  return { operation, path, query: query && pick(query), body: body && pick(body), issues };
}

// URL parsers resolve these segments, even if their dots are encoded, so that the path would change.
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

/** Writes the request of a call, or throws all issues of its input. */
export function writeRequest(
  { operation, path, issues }: DividedInput,
  { query, body }: InputParts<Validation<unknown>>,
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
  const baseUrl = settings.baseUrl ?? readBaseUrlOfEnvironment(settings);
  const url = baseUrl + path + writeQuery(operation, fields);
  const origin = baseUrl.split("/", 3).join("/");
  const json = body?.ok ? writeBody(body.value) : undefined;
  const headers = json === undefined ? settings.headers : { "content-type": "application/json", ...settings.headers };
  return { origin, method: operation.method, url, headers: writeHeaders(headers), body: json };
}

function throwInputFailure(issues: readonly ValidationIssue[]): never {
  const problems = formatProblems(issues.map((issue) => formatIssue(issue, "input")));
  throw new Failure("input", `${problems} Nothing was sent.`, { issues });
}

function writeBody(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throwInputFailure([{ path: [], message: "has a value that JSON cannot represent" }]);
  }
}
