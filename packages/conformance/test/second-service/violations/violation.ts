import type { RuleChange } from "../rules/rule-change.ts";

/** One way to violate the specification. */
export interface Violation {
  /** The section of the specification. */
  readonly section: string;
  /** What the specification says, in its words. A row of a table is shortened to its meaning. */
  readonly sentence: string;
  /** What must exist to observe it, if it is not in every brain. */
  readonly needs?: string;
  readonly change: RuleChange;
}
