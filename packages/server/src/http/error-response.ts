import type { ErrorBody } from "@knowledge-base/types";
import { HttpError } from "./http-error.ts";
import { createJsonResponse, type HttpResponse } from "./message.ts";

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Entity",
  425: "Too Early",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Returns the reason phrase of an error status. */
export function statusTitle(status: number): string {
  return titles[status] ?? (status < 500 ? "Client Error" : "Server Error");
}

export interface ErrorResponseFields {
  readonly status: number;
  readonly message: string;
  /** Message of the nested `body`, if it differs. */
  readonly details?: string | readonly string[];
  readonly path: string;
  readonly timestamp: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a response with the documented error body. Specification, section 7. */
export function createErrorResponse(fields: ErrorResponseFields): HttpResponse {
  const { status, message, details = message, path, timestamp, headers } = fields;
  const body: ErrorBody = {
    statusCode: status,
    timestamp,
    path,
    message,
    body: { statusCode: status, message: details, error: statusTitle(status) },
  };
  return createJsonResponse(status, JSON.stringify(body), headers);
}

/**
 * Converts an error into a response: an {@link HttpError} has its own status, and every other one becomes a 500, whose reason only
 * the journal has.
 */
export function toErrorResponse(error: Error, path: string, timestamp: string): HttpResponse {
  if (!(error instanceof HttpError)) {
    return createErrorResponse({ status: 500, message: "Internal server error", path, timestamp });
  }
  const { status, message, details } = error;
  return createErrorResponse({ status, message, details, path, timestamp });
}
