import { StatusError } from "./status-error.ts";

/**
 * A status that the operation does not declare and that has no class of its own.
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
