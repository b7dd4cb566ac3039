import type { Progress } from "../progress.ts";
import type { RecordEntry, RecordReference } from "./record-entry.ts";

/** Adds a record, or replaces the one with the same id; a page is identified by brain and slug. */
export type PutRecord = RecordEntry & {
  readonly action: "put";
  /** Organization that owns the record. */
  readonly organizationId: string;
};

/** Deletes one record. The records that belong to it are deleted by steps of their own. */
export type DeleteRecord = RecordReference & {
  readonly action: "delete";
  /** Organization that owns the record. */
  readonly organizationId: string;
};

/** Deletes all records of an organization except the organization itself. By default it deletes all records of the server. */
export interface ClearRecords {
  readonly action: "clear";
  /**
   * Organization whose records are deleted.
   *
   * @default all organizations
   */
  readonly organizationId?: string;
}

/** A step of a change: it puts or deletes one record, or deletes many at once. */
export type ChangeStep = PutRecord | DeleteRecord | ClearRecords;

/** A committed change of the records of a server, as plain JSON. */
export interface StateChange {
  /** Number of the change: 1 for the first, and one more for each of the next. */
  readonly sequence: number;
  /** The steps of the change, in their order. They belong together: store all of them or none. */
  readonly steps: readonly ChangeStep[];
  /**
   * Changed state of the server besides its records, in the order in which it must be stored. It belongs together with the steps.
   * Only reported if the server was created with the option `progress`.
   *
   * @default absent
   */
  readonly progress?: readonly Progress[];
}
