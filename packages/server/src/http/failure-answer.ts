import type { ErrorBody } from "@knowledge-base/types";
import { Failure } from "../operations/failure.ts";
import type { HttpAnswer } from "./message.ts";

const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  413: "Payload Too Large",
  500: "Internal Server Error",
} as const;

/** Turns whatever was thrown into an answer with the documented error body. Specification, section 7. */
export function failureAnswer(thrown: unknown, path: string, timestamp: string): HttpAnswer {
  const status = thrown instanceof Failure ? thrown.status : 500;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const details = thrown instanceof Failure ? thrown.details : message;
  const body: ErrorBody = {
    statusCode: status,
    timestamp,
    path,
    message,
    body: { statusCode: status, message: details, error: titles[status] },
  };
  return { status, body: JSON.stringify(body) };
}
