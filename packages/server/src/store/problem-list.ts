import { formatPath } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import type { StateProblem } from "./state-error.ts";

/** A problem, or a function that describes it: only the problems that are kept must be described. */
type Message = string | (() => string);

/** Problems that are counted, of which the first ones are kept: a list of all of them could be larger than the input. */
export class ProblemList {
  readonly #problems: StateProblem[] = [];
  #count = 0;

  /** The problems that are kept. Their texts are longer than those of an error, which cuts them after keys were redacted. */
  get problems(): readonly StateProblem[] {
    return this.#problems;
  }

  /** Number of all problems. */
  get count(): number {
    return this.#count;
  }

  add(path: string | readonly PropertyKey[], message: Message): void {
    this.#count += 1;
    if (this.#problems.length === choices.listedProblems) return;
    // A part of a key would not be recognized.
    const limit = choices.problemTextLength * 2;
    this.#problems.push({
      path: shorten(typeof path === "string" ? path : formatPath(path), limit),
      message: shorten(typeof message === "string" ? message : message(), limit),
    });
  }

  /** Counts problems that are not kept. */
  omit(count: number): void {
    this.#count += count;
  }
}
