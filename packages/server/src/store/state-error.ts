/** Problem with one value of a state. */
export interface StateProblem {
  /** Path of the value, such as `pages[3].brainId`. */
  readonly path: string;
  /** Problem, to be read after the path: `must be 1`. */
  readonly message: string;
}

const shownProblems = 20;

/** Thrown if a state is invalid. Nothing was changed. */
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
