import * as z from "zod/mini";
import { intSchema, type ObjectFields } from "../schema/schema.ts";

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

/** Schema of {@link ExceptionResponse}. It accepts every object. */
export const exceptionResponseSchema = z.looseObject({
  statusCode: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
} satisfies ObjectFields<ExceptionResponse>);

/** Schema of {@link ErrorBody}. */
export const errorBodySchema = z.object({
  statusCode: intSchema,
  timestamp: z.string(),
  path: z.string(),
  message: z.string(),
  body: z.optional(exceptionResponseSchema),
} satisfies ObjectFields<ErrorBody>);
