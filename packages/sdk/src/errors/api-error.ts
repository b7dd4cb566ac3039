import { StatusError } from "./status-error.ts";

/**
 * Thrown for any other error status: one without a class of its own, or a 400, 401 or 404 that the operation does not
 * declare.
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
