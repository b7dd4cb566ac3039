import type { ErrorBody } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Longer messages of the service are cut; `body` has the complete one. */
const maxMessageLength = 500;

/** A response with an error status. */
export interface ErrorResponse {
  /** HTTP status. */
  readonly status: number;
  /** The documented error body, if the response has one. */
  readonly body: ErrorBody | undefined;
  /** The beginning of the body, if it is not the documented one. */
  readonly rawBody: string | undefined;
  /** Delay that the service asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Names of the operation's input fields. */
  readonly fields: readonly string[];
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

  /** @internal */
  constructor({ status, body, rawBody, retryAfter }: ErrorResponse, context: ErrorContext) {
    const message = body?.message.slice(0, maxMessageLength).replace(/\.$/, "") ?? "without the documented error body";
    super(`${status} ${message}.`, context);
    this.status = status;
    this.body = body;
    this.rawBody = rawBody;
    this.retryAfter = retryAfter;
  }
}
