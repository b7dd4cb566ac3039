import * as z from "zod/mini";
import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";

/**
 * The body of every 400, 401 and 404.
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
  /** The framework's own exception response, when there is one. */
  readonly body?: ExceptionResponse | undefined;
}

/**
 * The exception response of the service's framework. Its fields are what it usually holds; none of them is promised.
 *
 * @see Specification, section 7
 */
export interface ExceptionResponse {
  /** HTTP status code. */
  readonly statusCode?: unknown;
  /** A message, or for a failed validation a message for each offending field. */
  readonly message?: unknown;
  /** Title of the status, such as `Bad Request`. */
  readonly error?: unknown;
}

/** Schema of {@link ErrorBody}. */
export const errorBodySchema = objectSchema<ErrorBody>({
  statusCode: z.int(),
  timestamp: textSchema,
  path: textSchema,
  message: textSchema,
  body: z.optional(z.custom<ExceptionResponse>(isObject, "must be an object")),
});

function isObject(value: unknown): value is ExceptionResponse {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
