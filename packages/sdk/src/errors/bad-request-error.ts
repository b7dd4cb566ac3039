import { StatusError } from "./status-error.ts";

/**
 * 400: the service refused the input.
 *
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError";
  override readonly code = "bad_request";
}
