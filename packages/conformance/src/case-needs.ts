import type { ControlName, RecordName } from "./target.ts";

/** What a case needs, or what it lacks. */
export interface CaseNeeds {
  /** Set if the case sends requests other than GET, and so needs `write`. */
  readonly write?: true | undefined;
  /** Names of records. */
  readonly records?: readonly RecordName[] | undefined;
  /** Names of controls. */
  readonly controls?: readonly ControlName[] | undefined;
}
