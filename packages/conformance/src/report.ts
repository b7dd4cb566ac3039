/**
 * What became of a case:
 *
 * - `passed`: the implementation does what the case says;
 * - `failed`: it does something else than the specification says;
 * - `differs`: it does something else than this project chose where the specification is silent;
 * - `notChecked`: something was missing that the case needs.
 */
export type Outcome = "passed" | "failed" | "differs" | "notChecked";

/** What became of one case. */
export interface ConformanceResult {
  /** Group and name of the case, such as `promptIndex.get/pinned-first`. */
  readonly id: string;
  /** What the group is about: an operation, or a rule of all of them. */
  readonly group: string;
  /** The behaviour, in the present tense. */
  readonly title: string;
  /** Section of the specification that says so, or that leaves it open. */
  readonly section: string;
  /** Whether the specification is silent, and the behaviour is what this project chose. */
  readonly isChoice: boolean;
  /** What became of it. */
  readonly outcome: Outcome;
  /** What the implementation did instead, or what is missing. Empty where the case passed. */
  readonly message: string;
}

/** What the suite found out about an implementation. */
export interface ConformanceReport {
  /** Base URL of the implementation. Where the API key stands in it, it is taken out. */
  readonly baseUrl: string;
  /** Whether requests could change its records. */
  readonly write: boolean;
  /** Whether something passed and nothing failed. Where nothing passed, nothing is known. */
  readonly conforms: boolean;
  /** How many cases had each outcome. */
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Every case, in the order in which they ran. */
  readonly results: readonly ConformanceResult[];
}

/** A case of the suite, before it is run. */
export type ConformanceCaseInfo = Omit<ConformanceResult, "outcome" | "message">;

/** Counts the results of each outcome. */
export function countOutcomes(results: readonly ConformanceResult[]): ConformanceReport["counts"] {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    differs: count("differs"),
    notChecked: count("notChecked"),
  };
}
