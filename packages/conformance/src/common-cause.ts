/** A problem that several cases failed because of. */
export interface CommonCause {
  /** The problem. */
  readonly problem: string;
  /** Ids of the cases. */
  readonly cases: readonly string[];
}
