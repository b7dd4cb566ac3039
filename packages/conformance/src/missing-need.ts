/** Something that the target lacks, and the cases that it would enable. */
export interface MissingNeed {
  /** Kind of what is missing. */
  readonly kind: "write" | "record" | "control";
  /** Name of the record or the control; `write` for the permission to change records. */
  readonly name: string;
  /** Ids of the cases that lack nothing else. */
  readonly enables: readonly string[];
  /** Ids of the cases that lack something else too. */
  readonly helps: readonly string[];
}
