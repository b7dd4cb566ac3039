import {
  type ErrorBody,
  errorBodySchema,
  formatIssue,
  type Operation,
  type OutputOf,
  validate,
} from "@knowledge-base/types";
import { errorOfStatus } from "../errors/error-of-status.ts";
import { ResponseError } from "../errors/response-error.ts";
import { taskOf } from "./task-of.ts";

/**
 * Makes the output of an operation out of an answer. What the service sent is handed on as it came, unknown fields
 * included.
 *
 * @throws {@link StatusError} where the status is not one of success
 * @throws {@link ResponseError} where the body is not what the contract promises
 */
export function readAnswer<AnyOperation extends Operation>(
  operation: AnyOperation,
  status: number,
  text: string,
): OutputOf<AnyOperation> {
  const task = taskOf(operation);
  if (status < 200 || status > 299) throw errorOfStatus(task, { status, body: readErrorBody(text) });
  const value = readJson(task, status, text);
  const validation = validate(operation.success.schema, value);
  if (validation.ok) return value as OutputOf<AnyOperation>;
  const problems = validation.issues.map((issue) => formatIssue(issue)).join("; ");
  throw new ResponseError(task, status, `is not what the specification promises: ${problems}`);
}

function readJson(task: string, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ResponseError(task, status, "is not JSON", { cause });
  }
}

function readErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return validate(errorBodySchema, body).ok ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}
