import type { ServiceRequest } from "../http/service-request.ts";
import { changeFields } from "../rules/change-fields.ts";
import { changeReply } from "../rules/change-reply.ts";
import type { PresentedRecords } from "../rules/presented-records.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Violation } from "./violation.ts";

function field(
  sentence: string,
  change: (error: PresentedRecords["error"], request: ServiceRequest) => object,
): Violation {
  return { section: "7", sentence, change: changeFields("error", change) };
}

function body(sentence: string, change: (body: object, status: number) => unknown): Violation {
  return field(sentence, (error) => (error.body ? { body: change(error.body, error.statusCode) } : {}));
}

function path(change: RuleChange): Violation {
  return { section: "7", sentence: "path: Request path with the query string stripped", change };
}

const sameBody = "All operations return the same error body for 400, 401 and 404";
const shape = "body: shaped like an object with statusCode, message and error";

/** Violations of section 7. */
export const errors = {
  "error-status-left-out": field("statusCode: integer, required", () => ({ statusCode: undefined })),
  "error-status-as-text": field("statusCode: integer", ({ statusCode }) => ({ statusCode: String(statusCode) })),
  "error-status-always-400": field("statusCode: HTTP status code", () => ({ statusCode: 400 })),
  "error-status-sent-as-200": {
    section: "7",
    sentence: "404: brain or installation not found",
    change: changeReply(({ status }) => (status === 404 ? { status: 200 } : {})),
  },
  "error-timestamp-left-out": field("timestamp: string, required", () => ({ timestamp: undefined })),
  "error-timestamp-in-milliseconds": field("timestamp: string", ({ timestamp }) => ({
    timestamp: timestamp.getTime(),
  })),
  "error-timestamp-for-people": field("timestamp: ISO timestamp of the failure", ({ timestamp }) => ({
    timestamp: timestamp.toUTCString(),
  })),
  "error-timestamp-of-another-day": field("timestamp: ISO timestamp of the failure", ({ timestamp }) => ({
    timestamp: new Date(timestamp.getTime() - 86_400_000),
  })),
  "error-path-left-out": field("path: string, required", () => ({ path: undefined })),
  "error-path-with-query": path((rules) => ({
    errorPath: (request) => `${rules.errorPath(request)}${request.query.size > 0 ? `?${request.query}` : ""}`,
  })),
  "error-path-with-question-mark": path((rules) => ({
    errorPath: (request) => `${rules.errorPath(request)}${request.query.size > 0 ? "?" : ""}`,
  })),
  "error-path-is-pattern": path((rules) => ({
    errorPath: (request) => rules.errorPath(request).replace(/brains\/[^/]+/, "brains/:brainId"),
  })),
  "error-path-with-method": path((rules) => ({
    errorPath: (request) => `${request.method} ${rules.errorPath(request)}`,
  })),
  "error-path-with-origin": path((rules) => ({
    errorPath: (request) => `http://${request.headers.host}${rules.errorPath(request)}`,
  })),
  "error-path-without-last-segment": path((rules) => ({
    errorPath: (request) => rules.errorPath(request).replace(/\/[^/]*$/, ""),
  })),
  "error-message-left-out": field("message: string, required", () => ({ message: undefined })),
  "error-message-empty-if-401": field("message: Human-readable message", ({ statusCode, message }) => ({
    message: statusCode === 401 ? "" : message,
  })),
  "error-message-as-list-if-400": field("message: string", ({ statusCode, message }) => ({
    message: statusCode === 400 ? [message] : message,
  })),
  "error-message-is-object-if-404": field("message: string", ({ statusCode, message }) => ({
    message: statusCode === 404 ? { text: message } : message,
  })),
  "error-body-as-text": body("body: object", (value) => JSON.stringify(value)),
  "error-body-null": body("body: object, not nullable", () => null),
  "error-body-without-status": body(shape, (value) => ({ ...value, statusCode: undefined })),
  "error-body-without-error": body(shape, (value) => ({ ...value, error: undefined })),
  "error-body-without-message": body(shape, (value) => ({ ...value, message: undefined })),
  "error-body-with-another-status": body(shape, (value) => ({ ...value, statusCode: 500 })),
  "error-body-without-fields": {
    ...body("with per-field validation messages", (value, status) =>
      status === 400 ? { ...value, message: "Validation failed" } : value,
    ),
  },
  "error-401-has-another-body": {
    section: "7",
    sentence: sameBody,
    change: changeReply(({ status }) => (status === 401 ? { value: { error: "Unauthorized" } } : {})),
  },
  "error-400-has-another-body": {
    section: "7",
    sentence: sameBody,
    change: changeReply(({ status }) => (status === 400 ? { value: { errors: ["limit"] } } : {})),
  },
  "error-404-of-index-has-another-body": {
    section: "7",
    sentence: sameBody,
    change: changeReply(({ status }, { operation }) =>
      status === 404 && operation === "readIndex" ? { value: { title: "Not Found", status: 404 } } : {},
    ),
  },
  "error-404-as-html": {
    section: "7",
    sentence: sameBody,
    change: changeReply(({ status }) =>
      status === 404 ? { headers: { "content-type": "text/html" }, value: "<h1>Not Found</h1>" } : {},
    ),
  },
  "error-404-empty": {
    section: "7",
    sentence: sameBody,
    change: changeReply(({ status }) =>
      status === 404 ? { headers: { "content-type": "text/plain" }, value: undefined } : {},
    ),
  },
} satisfies Readonly<Record<string, Violation>>;
