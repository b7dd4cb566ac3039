import type { ErrorBody } from "@knowledge-base/types";
import { changeFields, changeFunction, changeReplies, type Mutants } from "./mutant.ts";

const exception =
  (change: (body: object, status: number) => unknown) => (error: Pick<ErrorBody, "body" | "statusCode">) =>
    error.body ? { body: change(error.body, error.statusCode) } : {};

/** Mutants of errors, and of what all requests have in common. */
// biome-ignore format: one row a line
export const errorMutants: Mutants = {
  // Section 7
  ...changeFields("error", {
    "error-status-left-out": { statusCode: undefined },
    "error-status-as-text": ({ statusCode }) => ({ statusCode: String(statusCode) }),
    "error-status-always-400": { statusCode: 400 },
    "error-timestamp-left-out": { timestamp: undefined },
    "error-timestamp-in-milliseconds": ({ timestamp }) => ({ timestamp: timestamp.getTime() }),
    "error-timestamp-for-people": ({ timestamp }) => ({ timestamp: timestamp.toUTCString() }),
    "error-timestamp-of-another-day": ({ timestamp }) => ({ timestamp: new Date(timestamp.getTime() - 86_400_000) }),
    "error-path-left-out": { path: undefined },
    "error-message-left-out": { message: undefined },
    "error-message-empty-if-401": ({ statusCode, message }) => ({ message: statusCode === 401 ? "" : message }),
    "error-message-as-list-if-400": ({ statusCode, message }) => ({ message: statusCode === 400 ? [message] : message }),
    "error-message-is-object-if-404": ({ statusCode, message }) => ({ message: statusCode === 404 ? { text: message } : message }),
    "error-body-as-text": exception((body) => JSON.stringify(body)),
    "error-body-null": exception(() => null),
    "error-body-without-status": exception((body) => ({ ...body, statusCode: undefined })),
    "error-body-without-error": exception((body) => ({ ...body, error: undefined })),
    "error-body-without-message": exception((body) => ({ ...body, message: undefined })),
    "error-body-with-another-status": exception((body) => ({ ...body, statusCode: 500 })),
    "error-body-without-fields": exception((body, status) => (status === 400 ? { ...body, message: "Invalid" } : body)),
  }),
  ...changeFunction("errorPath", {
    "error-path-with-query": (_, { path, query }) => `${path}${query.size > 0 ? `?${query}` : ""}`,
    "error-path-with-question-mark": (_, { path, query }) => `${path}${query.size > 0 ? "?" : ""}`,
    "error-path-is-pattern": (_, { path }) => path.replace(/brains\/[^/]+/, "brains/:brainId"),
    "error-path-with-method": (_, { path, method }) => `${method} ${path}`,
    "error-path-with-origin": (_, { path }) => `https://second-service.test${path}`,
    "error-path-without-last-segment": (_, { path }) => path.replace(/\/[^/]*$/, ""),
  }),
  "error-status-sent-as-200": changeReplies("all", 404, { status: 200 }),
  "error-401-has-another-body": changeReplies("all", 401, { value: { error: "Unauthorized" } }),
  "error-400-has-another-body": changeReplies("all", 400, { value: { errors: ["limit"] } }),
  "error-404-of-index-has-another-body": changeReplies("promptIndex.get", 404, { value: { title: "Not Found", status: 404 } }),
  "error-404-as-html": changeReplies("all", 404, { headers: { "content-type": "text/html" }, value: "<h1>404</h1>" }),
  "error-404-empty": changeReplies("all", 404, { headers: { "content-type": "text/plain" }, value: undefined }),
  // Section 4
  "parameters-not-decoded": { decodeSegment: (segment) => segment },
  "responses-as-text": changeReplies("all", "any", ({ headers }) => ({ headers: { ...headers, "content-type": "text/plain" } })),
  // Section 9
  "paths-without-version": { versionPrefix: "" },
  "paths-with-version-2": { versionPrefix: "/v2" },
};
