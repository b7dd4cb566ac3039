import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import { type AnyKnowledgeBaseError, classFields, errorClasses } from "./error-table.ts";

const commonFields = ["operation", "method", "url", "attempts", "stopReason", "headers", "requestId"];

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
  const isField = (name: string) => commonFields.includes(name) || Object.hasOwn(classFields, name);
  const fields = Object.entries(others).filter(([name]) => isField(name));
  const ErrorClass = errorClasses[code as keyof typeof errorClasses] as new (fields: object) => AnyKnowledgeBaseError;
  return new ErrorClass({ message, ...Object.fromEntries(fields), cause: reviveCause(cause) });
}

function reviveCause(cause: unknown): unknown {
  if (!isObject(cause)) return cause;
  const { name = "Error", message = "", code } = cause;
  return Object.assign(new Error(String(message)), { name }, code === undefined ? {} : { code });
}
