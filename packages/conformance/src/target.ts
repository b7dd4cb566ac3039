import type { Setup } from "./setup.ts";
import type { TargetControls } from "./target-controls.ts";
import type { TargetRecords } from "./target-records.ts";

/** The longest timeout of a request. */
export const longestTimeoutMs = 10 * 60 * 1000;

/** The timeout of a request by default. */
export const defaultTimeoutMs = 30_000;

/** The longest time for which the effect of a write is awaited. */
export const longestEventualMs = 60_000;

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
 * @see [Checking an implementation](../../../docs/guides/checking-an-implementation.md)
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
   * @default none: cases that need records are not checked
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
   * @default none: records are not restored
   */
  readonly reset?: (() => unknown) | undefined;
  /**
   * Function that creates records for this run. Its records and controls are added to the others.
   *
   * @default none
   */
  readonly setup?: Setup | undefined;
  /**
   * Functions for actions that the specification mentions without defining a request.
   *
   * @default none: cases that need controls are not checked
   */
  readonly controls?: TargetControls | undefined;
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
