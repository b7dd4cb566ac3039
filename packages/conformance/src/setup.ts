import type { TargetControls } from "./target-controls.ts";
import type { TargetRecords } from "./target-records.ts";

/** The service that a {@link Setup} creates records for. */
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

/** What a {@link Setup} has created. */
export interface SetupResult {
  /**
   * The API key to use for the run, if the setup has created one. It is redacted like that of the target.
   *
   * @default the API key of the target
   */
  readonly apiKey?: string | undefined;
  /** Ids of the records. */
  readonly records?: TargetRecords | undefined;
  /** Functions for what the specification mentions without defining a request. */
  readonly controls?: TargetControls | undefined;
  /** Restores the records. Called before the first case, and before each one that follows a case with `write`. */
  readonly reset?: (() => unknown) | undefined;
  /** Removes the records. Called once at the end of the run, even if it failed or was stopped. */
  readonly remove?: (() => unknown) | undefined;
}

/** Creates records for a run. It has at most five minutes, as have `reset` and `remove` of its result. */
export type Setup = (context: SetupContext) => SetupResult | Promise<SetupResult>;
