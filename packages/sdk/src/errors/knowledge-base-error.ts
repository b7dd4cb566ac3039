import { fieldsOf } from "@knowledge-base/internal/json";
import { toOneLine } from "../text/one-line.ts";

/** Code of an error. Each class has a code of its own, so comparing the code of an {@link AnyKnowledgeBaseError} narrows its type. */
export type KnowledgeBaseErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
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

/** One attempt of a call. */
export interface Attempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** Start of the attempt, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly started: number;
  /** Duration of the attempt in milliseconds. */
  readonly duration: number;
  /** HTTP status of the response; absent if there was none. */
  readonly status?: number;
  /**
   * Reason why there was no complete response: the connection failed, the attempt timed out, the signal was aborted, or the function
   * `apiKey` failed. Absent if the response or a middleware decided.
   */
  readonly code?: "connection" | "timeout" | "aborted" | "api_key";
  /** Delay before the next attempt in milliseconds; absent if none was planned. */
  readonly delay?: number;
  /**
   * Reason for the delay: the backoff of the client, the `Retry-After` header, or a new key, which the function `apiKey` is asked for
   * without a delay. Absent if no further attempt was planned.
   */
  readonly reason?: "backoff" | "retry_after" | "new_key";
}

/** Reason why there was no further attempt. `KnowledgeBaseError.stopReason` describes the reasons. */
export type StopReason =
  | "not_retryable"
  | "not_repeatable"
  | "retries_exhausted"
  | "deadline"
  | "retry_after_beyond_deadline"
  | "aborted";

/**
 * The fields from which an error of a class is created, for example in a test: the message, which is turned into one line of at most
 * 1,000 characters, and the public fields of the class. Omitted fields are undefined, and lists empty.
 *
 * @inline
 */
export type ErrorFields<AnyError, Required extends keyof AnyError = never> = {
  readonly message: string;
  readonly cause?: unknown;
} & Partial<Omit<AnyError, keyof Error | "code" | "toJSON">> &
  Pick<AnyError, Required>;

/** Marks the errors of all copies of the client. */
export const brand: unique symbol = Symbol.for("@knowledge-base/sdk/error");

export const maxErrorMessageLength = 1000;

/**
 * Base class of all errors that the client throws. {@link isKnowledgeBaseError} narrows the type to the class of a `code`.
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
 * @see [Error messages](../../../../docs/reference/error-messages.md#error-classes)
 * @see [Handle errors](../../../../docs/guides/handle-errors.md)
 */
export abstract class KnowledgeBaseError extends Error {
  /** Name of the class, the same in all bundles. Prefer `instanceof` or `code` to tell errors apart. */
  abstract override readonly name: string;

  /** Code of the error. Each class has a code of its own. */
  abstract readonly code: KnowledgeBaseErrorCode;

  /** Id of the operation, such as `pages.archive`; undefined if the error belongs to no call. */
  readonly operation: string | undefined;

  /** HTTP method of the request; undefined if none was built. */
  readonly method: string | undefined;

  /** URL of the request, without secrets; undefined if none was built. */
  readonly url: string | undefined;

  /**
   * Every attempt that was made, in order, including those in which the function `apiKey` or a middleware failed before anything was
   * sent. Empty if the input, the options or the key were invalid.
   */
  readonly attempts: readonly Attempt[] = [];

  /**
   * Reason why there was no further attempt; undefined if no attempt could have succeeded, because the input, the options or the body
   * of a successful response are invalid:
   *
   * - `not_retryable`: the status isn't retryable, the function `shouldRetry` returned false, or the function `apiKey` returned the
   *   rejected key again;
   * - `not_repeatable`: the operation isn't idempotent, and the request may have been executed;
   * - `retries_exhausted`: the maximum number of retries was reached;
   * - `deadline`: the deadline has passed, or would pass before the next attempt;
   * - `retry_after_beyond_deadline`: the response asks for a delay that ends after the deadline;
   * - `aborted`: the signal was aborted.
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

  constructor(given: ErrorFields<KnowledgeBaseError>) {
    const { message, cause, ...fields } = given;
    super(toOneLine(message, maxErrorMessageLength), cause === undefined ? undefined : { cause });
    Object.defineProperty(this, brand, { value: true });
    // Subclasses declare their fields with `declare`: a plain declaration would set them to undefined again.
    Object.assign(this, fields);
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
  const { name, message, code } = fieldsOf(cause);
  return Object.fromEntries(Object.entries({ name, message, code }).filter(([, value]) => typeof value === "string"));
}
