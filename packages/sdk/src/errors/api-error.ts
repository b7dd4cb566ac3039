import { StatusError } from "./status-error.ts";

/**
 * Thrown for any other error status: one without a class of its own, a 400, 401 or 404 that the operation does not list in its
 * `errors`, or a 404 that may not mean that a record is missing. Such a 404 does not have the error body of the service, or states
 * that there is no such path. Of an own operation, any JSON body whose `message` is text is an error body.
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
