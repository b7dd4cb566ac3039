import type { ErrorBody } from "@knowledge-base/types";
import { HttpError } from "../operations/http-error.ts";
import { type HttpResponse, jsonResponse } from "./http-message.ts";

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

/** The standard words for an error status. */
export function statusTitle(status: number): string {
  return titles[status] ?? (status < 500 ? "Client Error" : "Server Error");
}

/** What an answer with the documented error body says. */
export interface ErrorResponseFields {
  readonly status: number;
  readonly message: string;
  /** The message of `body`, where that is another. */
  readonly details?: string | readonly string[];
  readonly path: string;
  readonly timestamp: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes an answer with the documented error body. Specification, section 7. */
export function createErrorResponse({
  status,
  message,
  details = message,
  path,
  timestamp,
  headers,
}: ErrorResponseFields): HttpResponse {
  const body: ErrorBody = {
    statusCode: status,
    timestamp,
    path,
    message,
    body: { statusCode: status, message: details, error: statusTitle(status) },
  };
  return jsonResponse(status, JSON.stringify(body), headers);
}

/** Turns whatever was thrown into an answer. */
export function toErrorResponse(thrown: unknown, path: string, timestamp: string): HttpResponse {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof HttpError)) return createErrorResponse({ status: 500, message, path, timestamp });
  return createErrorResponse({ status: thrown.status, message, details: thrown.details, path, timestamp });
}
