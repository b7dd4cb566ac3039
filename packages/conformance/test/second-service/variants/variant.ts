import type { RuleChange } from "../rules/rule-change.ts";

/** One way in which an implementation may differ without violating the specification. */
export interface Variant {
  /** Why it is valid: what the specification says, or that it says nothing. */
  readonly reason: string;
  readonly change: RuleChange;
}
