import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields from which a {@link ResponseTooLargeError} is created. */
export interface ResponseTooLargeErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /** The limit, in bytes. */
  readonly limit: number;
}

/**
 * Thrown if the body of a successful response exceeds the option `maxResponseBytes`. The rest of the body is not read.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ResponseTooLargeError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }, { maxResponseBytes: 100 }).safe();
 * console.log(error instanceof ResponseTooLargeError && error.limit); // 100
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#responsetoolargeerror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
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
