import type { Attempt, GaveUpBecause } from "../call/attempt.ts";

/** What tells one kind of error from another. It is a literal in each class, so that it narrows the error's type. */
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

/** What an error knows of the call that it ends. */
export interface ErrorContext {
  /** What the call was to do, as the middle of a sentence. */
  readonly task: string;
  /** Id of the operation. */
  readonly operation?: string | undefined;
  /** HTTP method. */
  readonly method?: string | undefined;
  /** URL. */
  readonly url?: string | undefined;
  /** Every attempt that was made. */
  readonly attempts?: readonly Attempt[];
  /** Why there was no further attempt. */
  readonly gaveUpBecause?: GaveUpBecause | undefined;
}

/** Marks the errors of the client, whichever copy of it made them. */
export const brand: unique symbol = Symbol.for("@knowledge-base/sdk/error");

/** Every error that the client throws. */
export abstract class KnowledgeBaseError extends Error {
  /** What kind of error it is. */
  abstract readonly code: KnowledgeBaseErrorCode;

  /** Id of the operation, such as `pages.archive`; undefined where the error belongs to no call. */
  readonly operation: string | undefined;

  /** HTTP method of the request; undefined where none was written. */
  readonly method: string | undefined;

  /** URL of the request; undefined where none was written. */
  readonly url: string | undefined;

  /** Every attempt that was made, in order; empty where nothing was sent. */
  readonly attempts: readonly Attempt[];

  /** Why there was no further attempt; undefined where none could help: for the input, the options, a wrong answer of success. */
  readonly gaveUpBecause: GaveUpBecause | undefined;

  /** @internal */
  constructor(problem: string, context: ErrorContext, options?: ErrorOptions) {
    super(`Failed to ${context.task}: ${problem}`, options);
    Object.defineProperty(this, brand, { value: true });
    this.operation = context.operation;
    this.method = context.method;
    this.url = context.url;
    this.attempts = context.attempts ?? [];
    this.gaveUpBecause = context.gaveUpBecause;
  }

  /** Everything but the stack and the cause, as plain data for a log. */
  toJSON(): Record<string, unknown> {
    const { message, ...fields }: KnowledgeBaseError = this;
    return { message, ...fields };
  }
}
