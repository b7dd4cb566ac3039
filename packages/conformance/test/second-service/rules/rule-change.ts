import type { Rules } from "./rules.ts";

/** Replaces some rules. It receives the rules before the change, and is called once for each service. */
export type RuleChange = (rules: Rules) => Partial<Rules>;
