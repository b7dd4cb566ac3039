import type { ControlName } from "./target-controls.ts";
import type { RecordName } from "./target-records.ts";

/** What a case needs, or what it lacks. */
export interface CaseNeeds {
  /** Set if the case sends requests other than GET, and so needs `write`. */
  readonly write?: true | undefined;
  /** Names of records. */
  readonly records?: readonly RecordName[] | undefined;
  /** Names of controls. */
  readonly controls?: readonly ControlName[] | undefined;
}
