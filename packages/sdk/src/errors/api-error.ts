import { StatusError } from "./status-error.ts";

/**
 * A status that the specification does not describe.
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError";
  override readonly code = "api_error";
}
