import type { ErrorBody } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** A longer message of the service is cut in that of the error. It stands whole in the body. */
const longestMessage = 500;

/** An answer with an error status. */
export interface FailedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The documented error body, where the answer had one. */
  readonly body: ErrorBody | undefined;
  /** The beginning of the body, where it is not the documented one. */
  readonly rawBody: string | undefined;
  /** How long the service asks to wait, in milliseconds, where it does. */
  readonly retryAfter: number | undefined;
  /** Names of the operation's input fields. */
  readonly fields: readonly string[];
}

/** The service answered with an error status. */
export abstract class StatusError extends KnowledgeBaseError {
  /** HTTP status of the answer. */
  readonly status: number;

  /** The documented error body; undefined where the answer had none. */
  readonly body: ErrorBody | undefined;

  /** The first 4,096 characters of the body, where it is not the documented error body: a gateway's page, say. */
  readonly rawBody: string | undefined;

  /** How long the service asks to wait, in milliseconds; undefined where it does not say. */
  readonly retryAfter: number | undefined;

  /** @internal */
  constructor({ status, body, rawBody, retryAfter }: FailedAnswer, context: ErrorContext) {
    const message = body?.message.slice(0, longestMessage).replace(/\.$/, "") ?? "without the documented error body";
    super(`${status} ${message}.`, context);
    this.status = status;
    this.body = body;
    this.rawBody = rawBody;
    this.retryAfter = retryAfter;
  }
}
