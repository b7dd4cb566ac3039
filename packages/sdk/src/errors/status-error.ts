import type { ErrorBody } from "@knowledge-base/types";
import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

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

  /** The first 4 KiB of the body as text, where it is not the documented error body: a gateway's page, say. */
  readonly rawBody: string | undefined;

  /** @internal */
  constructor({ status, body, rawBody }: FailedAnswer, context: ErrorContext) {
    super(`${status} ${body?.message.replace(/\.$/, "") ?? "without the documented error body"}.`, context);
    this.status = status;
    this.body = body;
    this.rawBody = rawBody;
  }
}
