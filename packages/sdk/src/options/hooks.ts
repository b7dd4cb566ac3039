import type { SchemaDrift } from "@knowledge-base/types";
import type { Attempt } from "../call/attempt.ts";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";

/** The call that an event belongs to. */
export interface CallEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** Id of the call: all of its events have it, and no other call of this copy of the package. */
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

/** A response: a successful one whose body has been read, or one with another status whose headers have arrived. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the response, by lower-case name and without secrets: at most 100, each cut to 1,024 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service gave the request: `x-request-id`, `request-id` or `x-correlation-id` of the response. */
  readonly requestId: string | undefined;
  /** How long the attempt took, in milliseconds. */
  readonly duration: number;
}

/** A failed attempt after which another one is planned. */
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
  /** How long the call took, in milliseconds. */
  readonly duration: number;
  /** Headers of the response, by lower-case name and without secrets: at most 100, each cut to 1,024 characters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id that the service gave the request: `x-request-id`, `request-id` or `x-correlation-id` of the response. */
  readonly requestId: string | undefined;
}

/** A call that failed. */
export interface CallErrorEvent extends CallEvent {
  /** The error that the call rejects with. */
  readonly error: AnyKnowledgeBaseError;
  /** How long the call took, in milliseconds. */
  readonly duration: number;
}

/** A difference between a response and the contract. */
export interface DriftEvent extends CallEvent, SchemaDrift {}

/**
 * Functions that are called when a client sends, receives or retries something. The client does not wait for them. If one
 * throws or rejects, that is logged at the level `error` with the operation and the `callId`, and has no other effect.
 */
export interface Hooks {
  /**
   * Called before each request is sent.
   *
   * @default none
   */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /**
   * Called for each successful response when its body has been read, and for each response with another status when its headers have
   * arrived. Not called for a successful response whose body is too large, breaks or takes too long.
   *
   * @default none
   */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /**
   * Called for each failed attempt after which another one is planned. The other one is not made if the call is aborted during the
   * delay, or if the function `apiKey` returns the rejected key again.
   *
   * @default none
   */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Called for each call that succeeds.
   *
   * @default none
   */
  readonly onSuccess?: ((event: CallSuccessEvent) => unknown) | undefined;
  /**
   * Called for each call that fails.
   *
   * @default none
   */
  readonly onError?: ((event: CallErrorEvent) => unknown) | undefined;
  /**
   * Called once for each distinct difference between a response and the contract that does not make the call fail, and at
   * most 1,000 times.
   *
   * @default none
   */
  readonly onDrift?: ((event: DriftEvent) => unknown) | undefined;
}
