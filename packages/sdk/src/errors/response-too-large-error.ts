import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields of a {@link ResponseTooLargeError}. */
export interface ResponseTooLargeErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /** The limit, in bytes. */
  readonly limit: number;
}

/** Thrown if the body of a successful response exceeds the option `maxResponseBytes`. The rest of the body is not read. */
export class ResponseTooLargeError extends KnowledgeBaseError {
  override readonly name = "ResponseTooLargeError" as const;
  override readonly code = "response_too_large" as const;

  /** HTTP status of the response. */
  readonly status: number;

  /** The limit that was exceeded, in bytes after decompression. */
  readonly limit: number;

  constructor(fields: ResponseTooLargeErrorInit) {
    super(fields);
    this.status = fields.status;
    this.limit = fields.limit;
  }
}
