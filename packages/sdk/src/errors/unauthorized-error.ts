import { StatusError } from "./status-error.ts";

/**
 * Thrown for 401: the API key is missing or invalid.
 *
 * @see Specification, section 7
 */
export class UnauthorizedError extends StatusError {
  override readonly name = "UnauthorizedError" as const;
  override readonly code = "unauthorized" as const;
}
