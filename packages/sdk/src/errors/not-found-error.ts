import { StatusError } from "./status-error.ts";

/**
 * Thrown for 404: a record that the request names does not exist, or belongs to another organization.
 *
 * @see Specification, section 7
 */
export class NotFoundError extends StatusError {
  override readonly name = "NotFoundError" as const;
  override readonly code = "not_found" as const;
}
