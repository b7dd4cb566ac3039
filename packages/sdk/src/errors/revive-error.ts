import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import { type AnyKnowledgeBaseError, errorClasses } from "./error-table.ts";

type FieldName<AnyError> = AnyError extends unknown ? Exclude<keyof AnyError, keyof Error | "code" | "toJSON"> : never;

// The compiler reports a field of an error that is missing here.
const isField: Readonly<Record<FieldName<AnyKnowledgeBaseError>, true>> = {
  operation: true,
  method: true,
  url: true,
  attempts: true,
  stopReason: true,
  headers: true,
  requestId: true,
  status: true,
  body: true,
  rawBody: true,
  retryAfter: true,
  issues: true,
  location: true,
  problem: true,
  networkCode: true,
  limit: true,
};

/**
 * Converts the output of {@link KnowledgeBaseError.toJSON} back into an error of the same class, for example after it was received
 * from a worker, a server action or a queue. The stack leads to this call, and the cause has only a name, a message and a code.
 *
 * @param json - output of `toJSON()`, or its parsed JSON
 * @returns the error, or undefined if the value has no message, or no code of an error. Other fields aren't checked.
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
  const { code, message, cause, ...others } = fieldsOf(json);
  if (typeof message !== "string" || typeof code !== "string" || !Object.hasOwn(errorClasses, code)) return undefined;
  const fields = Object.entries(others).filter(([name]) => Object.hasOwn(isField, name));
  const ErrorClass = errorClasses[code as keyof typeof errorClasses] as new (fields: object) => AnyKnowledgeBaseError;
  return new ErrorClass({ message, ...Object.fromEntries(fields), cause: reviveCause(cause) });
}

function reviveCause(cause: unknown): unknown {
  if (!isObject(cause)) return cause;
  const { name = "Error", message = "", code } = cause;
  return Object.assign(new Error(String(message)), { name }, code === undefined ? {} : { code });
}
