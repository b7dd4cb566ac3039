import type { ErrorBody, ValidationIssue } from "@knowledge-base/types";
import { type ErrorFields, KnowledgeBaseError } from "./knowledge-base-error.ts";

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
 * @see [Error messages](../../../../docs/reference/error-messages.md#error-classes)
 * @see [Handle errors](../../../../docs/guides/handle-errors.md)
 */
export abstract class StatusError extends KnowledgeBaseError {
  /** HTTP status of the response. */
  declare readonly status: number;

  /** The documented error body; undefined if the response has none. */
  declare readonly body: ErrorBody | undefined;

  /** The first 4,096 characters of any other body, such as the HTML page of a gateway; otherwise undefined. */
  declare readonly rawBody: string | undefined;

  /** Delay that the service asks for, in milliseconds; undefined if it asks for no delay. */
  declare readonly retryAfter: number | undefined;

  constructor(fields: ErrorFields<StatusError, "status">) {
    super(fields);
  }
}

/**
 * Thrown for status 400: the service rejected the input.
 *
 * @example
 * ```ts
 * import { BadRequestError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations", limit: 100_000 }).safe();
 * console.log(error instanceof BadRequestError && error.issues[0]?.message); // limit must be from 1 to 500
 * ```
 *
 * @see Specification, section 7
 */
export class BadRequestError extends StatusError {
  override readonly name = "BadRequestError" as const;
  override readonly code = "bad_request" as const;

  /**
   * One issue for each message of the error body, at most 100; empty if there is none. The path leads to the field that the message
   * begins with, or is empty.
   */
  declare readonly issues: readonly ValidationIssue[];

  constructor(fields: ErrorFields<BadRequestError, "status">) {
    super(fields);
    this.issues ??= [];
  }
}

/**
 * Thrown for status 401: the API key is missing or invalid.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, UnauthorizedError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "not-a-key" });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof UnauthorizedError && error.status); // 401
 * ```
 *
 * @see Specification, section 7
 */
export class UnauthorizedError extends StatusError {
  override readonly name = "UnauthorizedError" as const;
  override readonly code = "unauthorized" as const;
}

/**
 * Thrown for status 403: the API key is valid, but its role may not call the operation, or a gateway blocks the request.
 *
 * @example
 * ```ts
 * import { ForbiddenError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const fetch = async () => Response.json({ message: "The role reader cannot archive pages" }, { status: 403 });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "weather-limits" }).safe();
 * console.log(error instanceof ForbiddenError, error?.code); // true forbidden
 * ```
 */
export class ForbiddenError extends StatusError {
  override readonly name = "ForbiddenError" as const;
  override readonly code = "forbidden" as const;
}

/**
 * Thrown for status 404: a record that the request names doesn't exist, or belongs to another organization.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.pages.archive({ brainId: "brain_operations", slug: "no-such-page" }).safe();
 * console.log(error instanceof NotFoundError && error.message); // Failed to archive a page: 404 Page not found.
 * ```
 *
 * @see Specification, section 7
 */
export class NotFoundError extends StatusError {
  override readonly name = "NotFoundError" as const;
  override readonly code = "not_found" as const;
}

/**
 * Thrown for status 429: there were too many requests.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, RateLimitError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response(null, { status: 429, headers: { "retry-after": "2" } });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof RateLimitError && error.retryAfter); // 2000
 * ```
 */
export class RateLimitError extends StatusError {
  override readonly name = "RateLimitError" as const;
  override readonly code = "rate_limit" as const;
}

/**
 * Thrown for status 500 to 599: the service, or a gateway in front of it, failed.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ServerError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response(null, { status: 503 });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ServerError && error.status); // 503
 * ```
 */
export class ServerError extends StatusError {
  override readonly name = "ServerError" as const;
  override readonly code = "server_error" as const;
}

/**
 * Thrown for any other error status: one without a class of its own, a 400, 401 or 404 that the operation doesn't declare in its
 * `errors`, or a 404 that may not mean that a record is missing. Such a 404 doesn't have the error body of the service, or says that
 * the path doesn't exist. For a custom operation, any JSON body whose `message` is a string counts as an error body.
 *
 * @example
 * ```ts
 * import { ApiError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response("Conflict", { status: 409 });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ApiError && error.status); // 409
 * ```
 */
export class ApiError extends StatusError {
  override readonly name = "ApiError" as const;
  override readonly code = "api_error" as const;
}
