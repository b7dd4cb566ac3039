import type { ControlName } from "./target-controls.ts";
import type { RecordName } from "./target-records.ts";

/** Records, controls and permission to write that a case needs, or those that are missing. */
export interface CaseNeeds {
  /** Set if the case sends requests other than GET, and so needs `write`. */
  readonly write?: true | undefined;
  /** Names of records. */
  readonly records?: readonly RecordName[] | undefined;
  /** Names of controls. */
  readonly controls?: readonly ControlName[] | undefined;
}
