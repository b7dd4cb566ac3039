import { intSchema } from "../schema/int.ts";
import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import * as z from "../schema/zod.ts";

/**
 * Body of every response with status 400, 401 or 404.
 *
 * @see Specification, section 7
 */
export interface ErrorBody {
  /** HTTP status code. */
  readonly statusCode: number;
  /** When the request failed, as an ISO 8601 timestamp. */
  readonly timestamp: string;
  /** Path of the request, without its query string. */
  readonly path: string;
  /** Human-readable message. */
  readonly message: string;
  /** Exception response of the service's framework, if there is one. */
  readonly body?: ExceptionResponse | undefined;
}

/**
 * Exception response of the service's framework. It usually has these fields, but none of them is guaranteed.
 *
 * @see Specification, section 7
 */
export interface ExceptionResponse {
  /** HTTP status code. */
  readonly statusCode?: unknown;
  /** A message, or after a failed validation one message for each invalid field. */
  readonly message?: unknown;
  /** Title of the status, such as `Bad Request`. */
  readonly error?: unknown;
}

/** Schema of {@link ErrorBody}. */
export const errorBodySchema = objectSchema<ErrorBody>({
  statusCode: intSchema,
  timestamp: textSchema,
  path: textSchema,
  message: textSchema,
  body: z.optional(z.custom<ExceptionResponse>(isObject, "must be an object")),
});

function isObject(value: unknown): value is ExceptionResponse {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
