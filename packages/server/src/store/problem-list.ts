import { formatPath } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import type { StateProblem } from "./state-error.ts";

/** Problems that are counted, of which the first ones are kept: a list of all of them could be larger than the state. */
export class ProblemList {
  readonly #problems: StateProblem[] = [];
  #count = 0;

  /** The problems that are kept. */
  get problems(): readonly StateProblem[] {
    return this.#problems;
  }

  /** Number of all problems. */
  get count(): number {
    return this.#count;
  }

  add(path: readonly PropertyKey[], message: string): void {
    this.#count += 1;
    if (this.#problems.length === choices.listedProblems) return;
    const limit = choices.problemTextLength;
    this.#problems.push({ path: shorten(formatPath(path), limit), message: shorten(message, limit) });
  }
}
