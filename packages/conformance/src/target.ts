import type { Setup } from "./setup.ts";
import type { TargetControls } from "./target-controls.ts";
import type { TargetRecords } from "./target-records.ts";

/** The longest timeout of a request. */
export const longestTimeoutMs = 10 * 60 * 1000;

/** The timeout of a request by default. */
export const defaultTimeoutMs = 30_000;

/** The longest time for which the effect of a write is awaited. */
export const longestEventualMs = 60_000;

/** An implementation of the service to run the suite against. */
export interface Target {
  /** Base URL, with or without a path. */
  readonly baseUrl: string;
  /**
   * A valid API key. It is redacted in reports, unless it has fewer than eight characters: such a short one would be found in
   * ordinary words.
   */
  readonly apiKey: string;
  /**
   * Function that sends the requests.
   *
   * @default the global `fetch`
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Records that exist. */
  readonly records?: TargetRecords | undefined;
  /**
   * Whether requests may change the known records. Without it the suite sends no request that could change anything, even on
   * an implementation that checks nothing.
   *
   * @default false
   */
  readonly write?: boolean | undefined;
  /** Restores the records. Called before the first case, and before each one that follows a case with `write`. */
  readonly reset?: (() => unknown) | undefined;
  /** Creates records for this run. Its records and controls are added to the others. */
  readonly setup?: Setup | undefined;
  /** Functions for what the specification mentions without defining a request. */
  readonly controls?: TargetControls | undefined;
  /**
   * Milliseconds for which a case repeats the check of a write's effect until it holds: a whole number from 0 to 60,000. Set
   * it if the service updates an index with a delay.
   *
   * @default 0
   */
  readonly eventual?: number | undefined;
  /**
   * Timeout of each request in milliseconds, body included: a whole number from 1 to 600,000.
   *
   * @default 30_000
   */
  readonly timeout?: number | undefined;
}
