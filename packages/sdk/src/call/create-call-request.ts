import { type ObjectSchema, type Operation, type ValidationIssue, validate } from "@knowledge-base/types";
import { DeferredError } from "../errors/deferred-error.ts";
import { InputError } from "../errors/input-error.ts";
import { resolveBaseUrl } from "../options/base-url.ts";
import type { CallOptions } from "../options/client-options.ts";
import { type CallSettings, type ClientSettings, readCallOptions } from "../options/settings.ts";
import { getOperationMetadata } from "./operation-metadata.ts";

/** The request of a call without the API key, and the limits of the call. */
export interface CallRequest extends Omit<CallSettings, "headers"> {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if the operation takes a body. */
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Builds the request of a call from its options and its input, which are checked first.
 *
 * @throws {@link DeferredError} that becomes a {@link ConfigurationError} or an {@link InputError} with all problems of the input
 */
export function createCallRequest(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: ClientSettings,
): CallRequest {
  const { headers: headerOverrides, ...limits } = readCallOptions(options, settings);
  const baseUrl = resolveBaseUrl(settings);
  const { target, body } = readInput(operation, input);
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(headerOverrides)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...limits, operation, url: baseUrl + target, headers, body };
}

type Fields = Readonly<Record<string, unknown>>;

function readInput(operation: Operation, input: unknown): { target: string; body: string | undefined } {
  const issues: ValidationIssue[] = [];
  const fields = readFields(input, issues);
  const metadata = getOperationMetadata(operation);
  let path: string = operation.path;
  for (const name of metadata.params) {
    path = path.replace(`{${name}}`, () => encodePathParam(name, fields[name], issues));
  }
  const query = operation.query && readPart(operation.query, metadata.query, fields, issues);
  const body = operation.body && readPart(operation.body, metadata.body, fields, issues);
  for (const name of Object.keys(fields)) {
    if (metadata.fields.includes(name)) continue;
    issues.push({ path: [name], message: `is not known; known are ${metadata.fields.join(", ")}` });
  }
  if (issues.length > 0) throwInputError(issues);
  return { target: path + (query ? writeQuery(query) : ""), body: body && writeJson(body) };
}

function throwInputError(issues: readonly ValidationIssue[]): never {
  throw new DeferredError((context) => new InputError(issues, context));
}

function readFields(input: unknown, issues: ValidationIssue[]): Fields {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Fields;
  issues.push({ path: [], message: "must be an object" });
  return {};
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

function writeJson(body: Fields): string {
  try {
    return JSON.stringify(body);
  } catch {
    return throwInputError([{ path: [], message: "holds what JSON cannot" }]);
  }
}
