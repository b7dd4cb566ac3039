import type { Delivery } from "../deliveries/delivery.ts";
import type { FaultChange } from "../faults/fault-change.ts";
import type { RequestSummary } from "../journal/request-summary.ts";
import type { State } from "../records/record-types.ts";

/** A record that was added, changed or deleted. */
export type ChangedRecord =
  | {
      readonly action: "put" | "delete";
      /** Name of its array in a state. */
      readonly array: Exclude<keyof State, "version" | "idPosition">;
      /** Organization that owns the record. */
      readonly organizationId: string;
      /** The fields that identify the record; absent for an API key, whose value is not reported. */
      readonly record?: Readonly<Record<string, string>>;
    }
  | {
      /** Many records have changed: those of the organization, or of the whole server if there is no `organizationId`. */
      readonly action: "clear";
      /** Organization whose records have changed. */
      readonly organizationId?: string;
    };

/** A planned fault that was added, used or removed. */
export type ChangedFault = FaultChange & {
  /** Organization of the faults; null for those of the server. */
  readonly organizationId: string | null;
};

/** A clock that was frozen, moved or resumed. */
export interface ChangedClock {
  /** Organization of the clock; null for that of the server. */
  readonly organizationId: string | null;
  /** Time of the clock, an ISO 8601 timestamp. */
  readonly at: string;
  /** Whether the clock is frozen. */
  readonly frozen: boolean;
}

/** The events of `GET /_control/events` by name, with their data. */
export interface ServerEvents {
  /** The stream begins. Earlier events are not reported: read the current state with the controls. */
  readonly start: Readonly<Record<never, never>>;
  /** Events are missing, because the server has dropped them or was restarted. Read everything again. */
  readonly gap: Readonly<Record<never, never>>;
  /** Requests that were recorded in the journal, oldest first, at most 500. */
  readonly requests: readonly RequestSummary[];
  /** Notifications that channels received, oldest first, at most 500. */
  readonly deliveries: readonly Delivery[];
  /** Records that have changed, at most 500. */
  readonly records: readonly ChangedRecord[];
  /** Planned faults that have changed, each with its last change, at most 500. */
  readonly faults: readonly ChangedFault[];
  /** Clocks that have changed, at most 500. */
  readonly clocks: readonly ChangedClock[];
  /** Logs of the server that were cleared. */
  readonly cleared: readonly ("journal" | "deliveries")[];
  /** The server was reset. Read everything again. */
  readonly reset: Readonly<Record<never, never>>;
}
