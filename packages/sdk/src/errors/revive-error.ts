import type { AnyKnowledgeBaseError } from "./call-error.ts";
import { errorClasses } from "./error-table.ts";
import type { KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/** Types of the fields that errors have besides code and cause. */
const fieldTypes: Readonly<Record<string, string>> = {
  message: "string",
  operation: "string",
  method: "string",
  url: "string",
  attempts: "list",
  stopReason: "string",
  headers: "object",
  requestId: "string",
  status: "number",
  body: "object",
  rawBody: "string",
  retryAfter: "number",
  issues: "list",
  location: "string",
  problem: "string",
  networkCode: "string",
  limit: "string",
};

/** The field that every error of a code has besides the message, if it is not the status. */
const requiredFields: Readonly<Partial<Record<KnowledgeBaseErrorCode, string>>> = {
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
  const { code, cause, ...given }: JsonFields = Object(json);
  if (typeof code !== "string" || !Object.hasOwn(errorClasses, code)) return undefined;
  const fields = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(fieldTypes, name) && value !== undefined,
  );
  if (!fields.every(([name, value]) => hasType(value, fieldTypes[name]))) return undefined;
  const { [code as KnowledgeBaseErrorCode]: ErrorClass } = errorClasses;
  const { message, issues, ...others } = Object.fromEntries(fields);
  const { [requiredFields[code as KnowledgeBaseErrorCode] ?? "status"]: required }: JsonFields = { message, ...others };
  if (message === undefined || required === undefined) return undefined;
  return new (ErrorClass as new (fields: object) => AnyKnowledgeBaseError)({
    message,
    ...others,
    ...(issues !== undefined && { issues: (issues as object[]).map((issue) => ({ path: [], message: "", ...issue })) }),
    cause: isObject(cause) ? reviveCause(cause) : cause,
  });
}

function hasType(value: unknown, type: string | undefined): boolean {
  if (type === "list") return Array.isArray(value) && value.every(isObject);
  return typeof value === type && value !== null && !Array.isArray(value);
}

function isObject(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null;
}

function reviveCause({ name, message, code }: JsonFields): Error {
  const cause = new Error(typeof message === "string" ? message : "");
  if (typeof name === "string") cause.name = name;
  return typeof code === "string" ? Object.assign(cause, { code }) : cause;
}
