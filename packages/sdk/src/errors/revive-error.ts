import type { AnyKnowledgeBaseError } from "./call-error.ts";
import { errorClasses } from "./error-classes.ts";
import type { KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/** Types of the fields that errors have besides code, lists and cause. */
const fieldTypes: Readonly<Record<string, string>> = {
  message: "string",
  operation: "string",
  method: "string",
  url: "string",
  stopReason: "string",
  headers: "object",
  requestId: "string",
  status: "number",
  body: "object",
  rawBody: "string",
  retryAfter: "number",
  location: "string",
  problem: "string",
  networkCode: "string",
  limit: "string",
};

/** The field that every error of a code has. */
const requiredFields: Readonly<Record<KnowledgeBaseErrorCode, string>> = {
  bad_request: "status",
  unauthorized: "status",
  not_found: "status",
  rate_limit: "status",
  server_error: "status",
  api_error: "status",
  redirect: "status",
  response: "status",
  timeout: "limit",
  oauth_callback: "problem",
  connection: "message",
  aborted: "message",
  input: "message",
  configuration: "message",
};

type JsonFields = Readonly<Record<string, unknown>>;

/**
 * Converts the output of {@link KnowledgeBaseError.toJSON} back into an error of the same class, for example after it was received
 * from a worker, a server action or a queue. The stack is that of this call, and the cause has only a name, a message and a code.
 *
 * @param json - Output of `toJSON()`, or its parsed JSON.
 * @returns The error, or undefined if the value does not describe one.
 *
 * @example
 * ```ts
 * import { NotFoundError, reviveError } from "@knowledge-base/sdk";
 *
 * const text = JSON.stringify(new NotFoundError({ message: "There is no such page.", status: 404 }));
 * const error = reviveError(JSON.parse(text));
 * console.log(error?.code === "not_found" && error.status); // 404
 * ```
 */
export function reviveError(json: unknown): AnyKnowledgeBaseError | undefined {
  if (!isObject(json)) return undefined;
  const { code, attempts = [], issues = [], cause } = json;
  if (typeof code !== "string" || !Object.hasOwn(errorClasses, code)) return undefined;
  const { [code as KnowledgeBaseErrorCode]: ErrorClass } = errorClasses;
  if (json["message"] === undefined || json[requiredFields[code as KnowledgeBaseErrorCode]] === undefined)
    return undefined;
  if (!isListOfObjects(attempts) || !isListOfObjects(issues)) return undefined;
  if (!Object.entries(fieldTypes).every(([name, type]) => hasType(json[name], type))) return undefined;
  const fields = Object.keys(fieldTypes).flatMap((name) => (Object.hasOwn(json, name) ? [[name, json[name]]] : []));
  return new (ErrorClass as new (fields: object) => AnyKnowledgeBaseError)({
    ...Object.fromEntries(fields),
    attempts,
    ...("issues" in json && { issues: issues.map((issue) => ({ path: [], message: "", ...issue })) }),
    cause: isObject(cause) ? reviveCause(cause) : cause,
  });
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isObject);
}

function hasType(value: unknown, type: string): boolean {
  return value === undefined || (typeof value === type && value !== null && !Array.isArray(value));
}

function isObject(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null;
}

function reviveCause({ name, message, code }: JsonFields): Error {
  const cause = new Error(typeof message === "string" ? message : "");
  if (typeof name === "string") cause.name = name;
  return typeof code === "string" ? Object.assign(cause, { code }) : cause;
}
