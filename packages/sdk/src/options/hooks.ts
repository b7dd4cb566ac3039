import type { SchemaDrift } from "@knowledge-base/types/internal";
import type { Attempt } from "../call/attempt.ts";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";

/** The call that an event belongs to. */
export interface CallEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** Id of the call. All events of a call have the same id, which no other call of this copy of the package has. */
  readonly callId: string;
}

/** A request that is about to be sent. */
export interface RequestEvent extends CallEvent {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** HTTP method. */
  readonly method: string;
  /** URL. */
  readonly url: string;
  /** Headers, with the key redacted. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A successful response whose body has been read, or any other response whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response, by lower-case name and without secrets: at most 100, each truncated to 1,024 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service assigned to the request: `x-request-id`, `request-id` or `x-correlation-id` of the response. */
  readonly requestId: string | undefined;
  /** Duration of the attempt in milliseconds. */
  readonly duration: number;
}

/** A failed attempt that will be retried. */
export interface RetryEvent extends CallEvent {
  /** The failed attempt, with the `delay` before the next one. */
  readonly attempt: Attempt;
}

/** A call that succeeded. */
export interface CallSuccessEvent extends CallEvent {
  /** HTTP status. */
  readonly status: number;
  /** Every attempt that was made; the last one succeeded. */
  readonly attempts: readonly Attempt[];
  /** Duration of the call in milliseconds. */
  readonly duration: number;
  /** Headers of the response, by lower-case name and without secrets: at most 100, each truncated to 1,024 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service assigned to the request: `x-request-id`, `request-id` or `x-correlation-id` of the response. */
  readonly requestId: string | undefined;
}

/** A call that failed. */
export interface CallErrorEvent extends CallEvent {
  /** The error that the call rejects with. */
  readonly error: AnyKnowledgeBaseError;
  /** Duration of the call in milliseconds. */
  readonly duration: number;
}

/** A difference between a response and the contract. */
export interface DriftEvent extends CallEvent, SchemaDrift {}

/**
 * Functions that the client calls when it sends a request, receives a response or retries. The client does not await them. If a
 * function throws or rejects, its error is logged at the level `error` with the operation and the `callId`, and the call continues.
 */
export interface Hooks {
  /**
   * Called before each request is sent.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onRequest: ({ method, url, attempt }) => console.log(method, url, attempt) });
   * ```
   * @see [Calling the service](../../../../docs/guides/calling-the-service.md)
   */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /**
   * Called for each response: for a successful one when its body has been read, for any other when its headers have arrived. Not called
   * for a successful response whose body is too large, incomplete or too slow.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onResponse: ({ status, duration }) => console.log(status, duration) });
   * ```
   * @see [Calling the service](../../../../docs/guides/calling-the-service.md)
   */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /**
   * Called for each failed attempt that will be retried. The retry is not sent if the call is aborted during the delay, or if the
   * function `apiKey` returns the rejected key again.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onRetry: ({ attempt }) => console.log(attempt.status, attempt.delay) });
   * ```
   * @see [Retries, timeouts and deadlines](../../../../docs/guides/retries-timeouts-and-deadlines.md)
   */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Called for each call that succeeds.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onSuccess: ({ operation, duration }) => console.log(operation, duration) });
   * ```
   * @see [Calling the service](../../../../docs/guides/calling-the-service.md)
   */
  readonly onSuccess?: ((event: CallSuccessEvent) => unknown) | undefined;
  /**
   * Called for each call that fails.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onError: ({ error }) => console.log(error.code, error.requestId) });
   * ```
   * @see [Errors](../../../../docs/guides/errors.md)
   */
  readonly onError?: ((event: CallErrorEvent) => unknown) | undefined;
  /**
   * Called once for each distinct difference between a response and the contract, if the difference does not make the call fail. Called
   * at most 1,000 times for each client.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onDrift: ({ operation, path }) => console.log(operation, path) });
   * ```
   * @see [Validation and drift](../../../../docs/guides/validation-and-drift.md)
   */
  readonly onDrift?: ((event: DriftEvent) => unknown) | undefined;
}
