import type { Attempt, StopReason } from "../call/attempt.ts";

/** Code of an error. Each class has its own literal, so that comparing the code narrows the type of the error. */
export type KnowledgeBaseErrorCode =
  | "bad_request"
  | "unauthorized"
  | "not_found"
  | "rate_limit"
  | "server_error"
  | "api_error"
  | "connection"
  | "timeout"
  | "aborted"
  | "redirect"
  | "response"
  | "input"
  | "configuration"
  | "oauth_callback";

/** The part of an error that is the same for every kind: the call that failed. */
export interface ErrorContext {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  /** Id of the operation. */
  readonly operation?: string | undefined;
  /** HTTP method. */
  readonly method?: string | undefined;
  /** URL, without secrets. */
  readonly url?: string | undefined;
  /** Every attempt that was made. */
  readonly attempts?: readonly Attempt[];
  /** Reason why there was no further attempt. */
  readonly stopReason?: StopReason | undefined;
}

/** Marks the errors of all copies of the client. */
export const brand: unique symbol = Symbol.for("@knowledge-base/sdk/error");

/** Base class of every error that the client throws. */
export abstract class KnowledgeBaseError extends Error {
  /** Code of the error. */
  abstract readonly code: KnowledgeBaseErrorCode;

  /** Id of the operation, such as `pages.archive`; undefined if the error belongs to no call. */
  readonly operation: string | undefined;

  /** HTTP method of the request; undefined if none was built. */
  readonly method: string | undefined;

  /** URL of the request, without secrets; undefined if none was built. */
  readonly url: string | undefined;

  /** Every attempt that was made, in order; empty if nothing was sent. */
  readonly attempts: readonly Attempt[];

  /**
   * Reason why there was no further attempt; undefined if none could have helped: the input, the options or the body of a successful
   * response are invalid.
   */
  readonly stopReason: StopReason | undefined;

  /** @internal */
  constructor(problem: string, context: ErrorContext, options?: ErrorOptions) {
    super(`Failed to ${context.task}: ${problem}`, options);
    Object.defineProperty(this, brand, { value: true });
    this.operation = context.operation;
    this.method = context.method;
    this.url = context.url;
    this.attempts = context.attempts ?? [];
    this.stopReason = context.stopReason;
  }

  /** Returns everything but the stack and the cause as plain data, such as for a log. */
  toJSON(): Record<string, unknown> {
    const { message, ...fields }: KnowledgeBaseError = this;
    return { message, ...fields };
  }
}
