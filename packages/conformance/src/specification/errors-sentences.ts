import type { Sentence } from "./sentence.ts";

/** Specification, section 7. */
export const errorsSentences = {
  "7/same-body": { text: "All operations return the same error body for 400, 401 and 404:" },
  "7/statusCode": { text: "| statusCode | integer | yes | HTTP status code |" },
  "7/timestamp": { text: "| timestamp | string | yes | ISO timestamp of the failure |" },
  "7/path": { text: "| path | string | yes | Request path with the query string stripped |" },
  "7/message": { text: "| message | string | yes | Human-readable message |" },
  "7/body": {
    text: "| body | object | no | Original framework exception response when available, shaped like an object with statusCode, message and error, with per-field validation messages |",
  },
  "7/400": { text: "| 400 | Validation failed (all operations) |" },
  "7/401": { text: "| 401 | Unauthorized: missing or invalid `x-api-key` (all operations) |" },
  "7/404": {
    text: "| 404 | Binding, channel, OAuth and unbind operations: brain or installation not found. Archive and index: brain, page, change or connection not found |",
  },
  "7/other-statuses": {
    text: "Status codes other than 400, 401 and 404 (such as 403, 429, 5xx) and machine-readable error codes: not shown.",
    isOpen: true,
  },
} as const satisfies Record<string, Sentence>;
