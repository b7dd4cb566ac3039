import type { TargetActions } from "./actions.ts";
import type { TargetRecords } from "./records.ts";

export const maxTimeoutMs = 10 * 60 * 1000;

export const defaultTimeoutMs = 30_000;

/** The longest time for which a function of a setup may run. */
export const maxSetupMs = 5 * 60 * 1000;

/** The longest time for which the effect of a write is awaited. */
export const maxEventualMs = 60_000;

/**
 * An implementation of the service, against which the suite runs.
 *
 * @example
 * ```ts
 * import { runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
 * const report = await runConformance({ baseUrl, apiKey, fetch, records: { brainId: "brain_operations" } });
 * console.log(report.conforms); // true
 * ```
 *
 * @see [Check an implementation](../../../../docs/guides/checking-an-implementation.md)
 */
export interface Target {
  /** Base URL, with or without a path. */
  readonly baseUrl: string;
  /**
   * A valid API key. It is redacted in reports if it has at least 8 characters; a shorter key could be a part of ordinary words.
   */
  readonly apiKey: string;
  /**
   * Function that sends the requests.
   *
   * @default the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Ids of records that exist.
   *
   * @default none: cases that need records aren't checked
   */
  readonly records?: TargetRecords | undefined;
  /**
   * Whether requests may change the known records. If false, the suite sends no request that could change anything, even if the
   * implementation validates nothing.
   *
   * @default false
   */
  readonly write?: boolean | undefined;
  /**
   * Function that restores the records. Called before the first case, and before each case that follows a case with `write`.
   *
   * @default none: records aren't restored
   */
  readonly reset?: (() => unknown) | undefined;
  /**
   * Function that creates records for this run. Its records and actions are added to the others.
   *
   * @default none
   */
  readonly setup?: Setup | undefined;
  /**
   * Functions for actions that the specification mentions without defining a request.
   *
   * @default none: cases that need actions aren't checked
   */
  readonly actions?: TargetActions | undefined;
  /**
   * How long a case waits for the effect of a write, in milliseconds: a whole number from 0 to 60,000. Set it if the service
   * updates an index with a delay.
   *
   * @default 0
   */
  readonly eventual?: number | undefined;
  /**
   * Timeout of each request in milliseconds, including the body: a whole number from 1 to 600,000.
   *
   * @default 30_000
   */
  readonly timeout?: number | undefined;
}

/** The service in which a {@link Setup} creates records. */
export interface SetupContext {
  /** Base URL, without a slash at its end. */
  readonly baseUrl: string;
  /** The API key of the run. */
  readonly apiKey: string;
  /** Function that sends the requests of the run. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether the run may change the records. */
  readonly write: boolean;
}

/** The records that a {@link Setup} has created, and functions to use and remove them. The target has the omitted fields. */
export interface SetupResult {
  /**
   * The API key to use for the run, if the setup has created one. It is redacted like the target's key.
   *
   * @default the API key of the target
   */
  readonly apiKey?: string | undefined;
  /** Ids of the records. Undefined ids stay as the target has them. */
  readonly records?: TargetRecords | undefined;
  /** Functions for actions that the specification mentions without defining a request. */
  readonly actions?: TargetActions | undefined;
  /** Restores the records. Called before the first case, and before each case that follows a case with `write`. */
  readonly reset?: (() => unknown) | undefined;
  /** Removes the records. Called once at the end of the run, even if it failed or was stopped. */
  readonly remove?: (() => unknown) | undefined;
}

/**
 * Creates records for a run. It may take at most five minutes, and so may `reset` and `remove` of its result. When the run is stopped
 * meanwhile, it and `reset` may take five more seconds.
 */
export type Setup = (context: SetupContext) => SetupResult | Promise<SetupResult>;
