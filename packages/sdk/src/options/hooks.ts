import type { SchemaDrift } from "@knowledge-base/types";
import type { Attempt } from "../call/attempt.ts";
import type { KnowledgeBaseError } from "../errors/knowledge-base-error.ts";

/** A request that is about to be sent. */
export interface RequestEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** HTTP method. */
  readonly method: string;
  /** URL. */
  readonly url: string;
  /** Headers, with the key redacted. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response whose body has been read. */
export interface ResponseEvent extends Omit<RequestEvent, "headers"> {
  /** HTTP status. */
  readonly status: number;
  /** How long the attempt took, in milliseconds. */
  readonly duration: number;
}

/** A failed attempt that will be repeated. */
export interface RetryEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** The failed attempt; its `delay` is that before the next one. */
  readonly attempt: Attempt;
}

/** A call that failed. */
export interface ErrorEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** The error that the call rejects with. */
  readonly error: KnowledgeBaseError;
}

/** A difference between a response and the contract. */
export interface DriftEvent extends SchemaDrift {
  /** Id of the operation. */
  readonly operation: string;
}

/**
 * Functions that are called when a client sends, receives or retries something. The client does not wait for them. If one
 * throws or rejects, that is logged and has no other effect.
 */
export interface Hooks {
  /**
   * Called before each request is sent.
   *
   * @default none
   */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /**
   * Called for each response, whatever its status.
   *
   * @default none
   */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /**
   * Called for each failed attempt that will be repeated.
   *
   * @default none
   */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Called for each call that fails.
   *
   * @default none
   */
  readonly onError?: ((event: ErrorEvent) => unknown) | undefined;
  /**
   * Called once for each distinct difference between a response and the contract that does not make the call fail, and at
   * most 1,000 times.
   *
   * @default none
   */
  readonly onDrift?: ((event: DriftEvent) => unknown) | undefined;
}
