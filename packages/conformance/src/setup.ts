import type { TargetControls } from "./target-controls.ts";
import type { TargetRecords } from "./target-records.ts";

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

/** The records that a {@link Setup} has created, and functions to use and remove them. Omitted fields are those of the target. */
export interface SetupResult {
  /**
   * The API key to use for the run, if the setup has created one. It is redacted like that of the target.
   *
   * @default the API key of the target
   */
  readonly apiKey?: string | undefined;
  /** Ids of the records. */
  readonly records?: TargetRecords | undefined;
  /** Functions for actions that the specification mentions without defining a request. */
  readonly controls?: TargetControls | undefined;
  /** Restores the records. Called before the first case, and before each case that follows a case with `write`. */
  readonly reset?: (() => unknown) | undefined;
  /** Removes the records. Called once at the end of the run, even if it failed or was stopped. */
  readonly remove?: (() => unknown) | undefined;
}

/** Creates records for a run. It may take at most five minutes, and so may `reset` and `remove` of its result. */
export type Setup = (context: SetupContext) => SetupResult | Promise<SetupResult>;
