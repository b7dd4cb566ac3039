import type { ErrorBody } from "@knowledge-base/types";
import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields of a {@link StatusError}. */
export interface StatusErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /** The documented error body, if the response has one. */
  readonly body?: ErrorBody | undefined;
  /** The beginning of the body, if it is not the documented one. */
  readonly rawBody?: string | undefined;
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** Base class of the errors of responses with an error status. */
export abstract class StatusError extends KnowledgeBaseError {
  /** HTTP status of the response. */
  readonly status: number;

  /** The documented error body; undefined if the response has none. */
  readonly body: ErrorBody | undefined;

  /** The first 4,096 characters of any other body, such as the HTML page of a gateway. */
  readonly rawBody: string | undefined;

  /** Delay that the service asks for, in milliseconds; undefined if it asks for none. */
  readonly retryAfter: number | undefined;

  constructor(fields: StatusErrorInit) {
    super(fields);
    this.status = fields.status;
    this.body = fields.body;
    this.rawBody = fields.rawBody;
    this.retryAfter = fields.retryAfter;
  }
}
