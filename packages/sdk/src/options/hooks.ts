import type { SchemaDrift } from "@knowledge-base/types";
import type { AnyKnowledgeBaseError } from "../errors/error-table.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";

/**
 * The call that an event belongs to.
 *
 * @inline
 */
export interface CallIds {
  /** Id of the operation. */
  readonly operation: string;
  /** Id of the call. All events of a call have the same id, which no other call of this copy of the package has. */
  readonly callId: string;
}

/** A failed attempt that will be retried. */
export interface RetryEvent extends CallIds {
  /** The failed attempt, with the `delay` before the next one. */
  readonly attempt: Attempt;
}

/** A call that succeeded. */
export interface CallSuccessEvent extends CallIds {
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
export interface CallErrorEvent extends CallIds {
  /** The error that the call rejects with. */
  readonly error: AnyKnowledgeBaseError;
  /** Duration of the call in milliseconds. */
  readonly duration: number;
}

/** A difference between a response and the contract. */
export interface DriftEvent extends CallIds, SchemaDrift {}

/**
 * Functions that the client calls when an attempt is retried and when a call ends. The client doesn't await them. If a
 * function throws or rejects, its error is logged at the level `error` with the operation and the `callId`, and the call continues.
 */
export interface Hooks {
  /**
   * Called for each failed attempt that will be retried. The retry isn't sent if the call is aborted or its deadline passes during the
   * delay, or if the function `apiKey` returns the rejected key again.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onRetry: ({ attempt }) => console.log(attempt.status, attempt.delay) });
   * ```
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
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
   * @see [Make calls](../../../../docs/guides/make-calls.md)
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
   * @see [Handle errors](../../../../docs/guides/handle-errors.md)
   */
  readonly onError?: ((event: CallErrorEvent) => unknown) | undefined;
  /**
   * Called once for each distinct difference between a response and the contract, if the difference doesn't make the call fail. Called
   * at most 10 times for one response, and 1,000 times for a client and the clients that `withOptions` has made of it.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ onDrift: ({ operation, path }) => console.log(operation, path) });
   * ```
   * @see [Custom operations and drift](../../../../docs/guides/custom-operations-and-drift.md#drift)
   */
  readonly onDrift?: ((event: DriftEvent) => unknown) | undefined;
}
