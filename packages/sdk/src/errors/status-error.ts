import type { ErrorBody } from "@knowledge-base/types";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields from which a {@link StatusError} is created. */
export interface StatusErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /**
   * The documented error body, if the response has one.
   *
   * @default undefined
   */
  readonly body?: ErrorBody | undefined;
  /**
   * The beginning of the body, if it is not the documented one.
   *
   * @default undefined
   */
  readonly rawBody?: string | undefined;
  /**
   * Delay that the service asks for, in milliseconds.
   *
   * @default undefined
   */
  readonly retryAfter?: number | undefined;
}

/**
 * Base class of the errors that are thrown for an error status.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, StatusError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "no-such-page" }).safe();
 * console.log(error instanceof StatusError && error.status); // 404
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#statuses-of-the-service)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export abstract class StatusError extends KnowledgeBaseError {
  /** HTTP status of the response. */
  readonly status: number;

  /** The documented error body; undefined if the response has none. */
  readonly body: ErrorBody | undefined;

  /** The first 4,096 characters of any other body, such as the HTML page of a gateway; otherwise undefined. */
  readonly rawBody: string | undefined;

  /** Delay that the service asks for, in milliseconds; undefined if it asks for no delay. */
  readonly retryAfter: number | undefined;

  constructor(fields: StatusErrorInit) {
    super(fields);
    this.status = fields.status;
    this.body = fields.body;
    this.rawBody = fields.rawBody;
    this.retryAfter = fields.retryAfter;
  }
}
