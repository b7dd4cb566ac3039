/** What is wrong with one place of a state. */
export interface StateProblem {
  /** Path of the place, such as `pages[3].brainId`. */
  readonly path: string;
  /** What is wrong there. */
  readonly message: string;
}

const shownProblems = 20;

/** A state was refused as a whole, because of the problems listed. Nothing was changed. */
export class StateError extends Error {
  override readonly name = "StateError";

  /** Every problem found. */
  readonly problems: readonly StateProblem[];

  /** @internal */
  constructor(problems: readonly StateProblem[]) {
    const lines = problems.slice(0, shownProblems).map(({ path, message }) => `\n  ${path} ${message}`);
    const rest = problems.length > shownProblems ? `\n  and ${problems.length - shownProblems} more` : "";
    super(`Failed to load a state: ${problems.length} problem(s), so nothing was loaded.${lines.join("")}${rest}`);
    this.problems = problems;
  }
}
