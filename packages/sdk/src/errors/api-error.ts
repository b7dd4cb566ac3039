import { StatusError } from "./status-error.ts";

/**
 * Thrown for any other error status: one without a class of its own, a 400, 401 or 404 that the operation does not
 * declare, or a 404 that is not a response of the service, but of a proxy or of a path that the service does not have.
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
