import type { Attempt, StopReason } from "../call/attempt.ts";
import { toOneLine } from "./one-line.ts";

/** Code of an error. Each class has a code of its own, so comparing the code of an {@link AnyKnowledgeBaseError} narrows its type. */
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
  | "response_too_large"
  | "input"
  | "configuration"
  | "oauth_callback";

/** The fields from which any error can be created, for example in a test. Omitted fields are undefined; `attempts` is then empty. */
export interface ErrorInit {
  /** Message. It is turned into one line of at most 1,000 characters without control characters. */
  readonly message: string;
  /** Id of the operation. */
  readonly operation?: string | undefined;
  /** HTTP method. */
  readonly method?: string | undefined;
  /** URL, without secrets. */
  readonly url?: string | undefined;
  /** Every attempt that was made, in order. */
  readonly attempts?: readonly Attempt[] | undefined;
  /** Reason why there was no further attempt. */
  readonly stopReason?: StopReason | undefined;
  /** Headers of the response, without secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Id that the service assigned to the request. */
  readonly requestId?: string | undefined;
  /** Cause of the error. */
  readonly cause?: unknown;
}

/** Marks the errors of all copies of the client. */
export const brand: unique symbol = Symbol.for("@knowledge-base/sdk/error");

const maxMessageLength = 1000;

/**
 * Base class of all errors that the client throws. Compare `code` to tell them apart.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, KnowledgeBaseError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "no-such-page" }).safe();
 * console.log(error instanceof KnowledgeBaseError, error?.operation); // true pages.archive
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#errors-of-the-client)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export abstract class KnowledgeBaseError extends Error {
  /** Code of the error. */
  abstract readonly code: KnowledgeBaseErrorCode;

  /** Id of the operation, such as `pages.archive`; undefined if the error belongs to no call. */
  readonly operation: string | undefined;

  /** HTTP method of the request; undefined if none was built. */
  readonly method: string | undefined;

  /** URL of the request, without secrets; undefined if none was built. */
  readonly url: string | undefined;

  /**
   * Every attempt that was made, in order, including attempts in which the function `apiKey` failed before anything was sent. Empty
   * if the input, the options or the key were invalid.
   */
  readonly attempts: readonly Attempt[];

  /**
   * Reason why there was no further attempt; undefined if no attempt could have succeeded, because the input, the options or the body
   * of a successful response are invalid.
   */
  readonly stopReason: StopReason | undefined;

  /**
   * Headers of the response of the last attempt, by lower-case name and without secrets; undefined if it had no response. At most
   * the first 100 headers in alphabetical order. Each value is cut to 1,024 characters.
   */
  readonly headers: Readonly<Record<string, string>> | undefined;

  /**
   * Id that the service or a gateway assigned to the request, from the header `x-request-id`, `request-id` or `x-correlation-id` of
   * the response; undefined if there is no such header.
   */
  readonly requestId: string | undefined;

  constructor(fields: ErrorInit) {
    super(toOneLine(fields.message, maxMessageLength), "cause" in fields ? { cause: fields.cause } : undefined);
    Object.defineProperty(this, brand, { value: true });
    this.operation = fields.operation;
    this.method = fields.method;
    this.url = fields.url;
    this.attempts = fields.attempts ?? [];
    this.stopReason = fields.stopReason;
    this.headers = fields.headers;
    this.requestId = fields.requestId;
  }

  /**
   * Returns the error as plain data, for a log or another process: all fields except the stack, and the name, message and code of the
   * cause. {@link reviveError} converts the data back into an error.
   */
  toJSON(): Record<string, unknown> {
    const { message, cause, ...fields }: KnowledgeBaseError = this;
    return { message, ...fields, ...(cause === undefined ? {} : { cause: describeCause(cause) }) };
  }
}

function describeCause(cause: unknown): unknown {
  if (typeof cause !== "object" || cause === null) return String(cause);
  try {
    const { name, message, code } = cause as Readonly<Record<string, unknown>>;
    return Object.fromEntries(Object.entries({ name, message, code }).filter(([, value]) => typeof value === "string"));
  } catch {
    return { message: "an error that cannot be read" };
  }
}
