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
  /** Headers, the key redacted. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer whose body has been read. */
export interface ResponseEvent extends Omit<RequestEvent, "headers"> {
  /** HTTP status. */
  readonly status: number;
  /** How long the attempt took, in milliseconds. */
  readonly duration: number;
}

/** An attempt that failed and is going to be repeated. */
export interface RetryEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** The attempt that failed; its `delay` says when the next one follows. */
  readonly attempt: Attempt;
}

/** A call that failed. */
export interface ErrorEvent {
  /** Id of the operation. */
  readonly operation: string;
  /** What the call rejects with. */
  readonly error: KnowledgeBaseError;
}

/** An answer that departs from the contract. */
export interface DriftEvent extends SchemaDrift {
  /** Id of the operation. */
  readonly operation: string;
}

/**
 * Functions that are told what a client does. They are not waited for; one that throws or rejects is reported to the
 * logger and breaks nothing.
 */
export interface Hooks {
  /**
   * Told of each request before it is sent.
   *
   * @default none
   */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /**
   * Told of each answer, whatever its status.
   *
   * @default none
   */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /**
   * Told of each attempt that is going to be repeated.
   *
   * @default none
   */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
  /**
   * Told of each call that fails.
   *
   * @default none
   */
  readonly onError?: ((event: ErrorEvent) => unknown) | undefined;
  /**
   * Told once of each distinct departure of an answer from the contract, which does not make the call fail, and of 1,000
   * of them at most.
   *
   * @default none
   */
  readonly onDrift?: ((event: DriftEvent) => unknown) | undefined;
}
